/** The columns with one of them moved before another (null: to the end). */
export function moveColumn<Ref extends { readonly id: string }>(refs: readonly Ref[], id: string, before: string | null): Ref[] {
  const moved = refs.find(ref => ref.id === id);
  if (!moved || id === before) return [...refs];
  const others = refs.filter(ref => ref.id !== id);
  const at = before === null ? others.length : others.findIndex(ref => ref.id === before);
  return at < 0 ? [...refs] : [...others.slice(0, at), moved, ...others.slice(at)];
}
