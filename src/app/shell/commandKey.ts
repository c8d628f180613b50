/** The modifier key of shortcuts: ⌘ on a Mac, Ctrl elsewhere. */
export function commandKey(): '⌘' | 'Ctrl' {
  const platform = typeof navigator === 'undefined' ? '' : navigator.platform;
  return /mac|iphone|ipad/i.test(platform) ? '⌘' : 'Ctrl';
}
