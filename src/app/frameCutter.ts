/** Shortens large subscription events. Its code is loaded when the first such event arrives. */

/** Returns a lazy implementation of `World.cutFrame`. */
export function lazyFrameCutter(): (frame: string) => Promise<string> {
  let cutter: Promise<(frame: string) => Promise<string>> | undefined;
  const load = async () => {
    const { createFrameCutter } = await import(
      /* webpackChunkName: "large-event" */ '../features/query/result/large/frameCutter'
    );
    return createFrameCutter();
  };
  return async frame => {
    cutter ??= load().catch(error => {
      cutter = undefined;
      throw error;
    });
    return (await cutter)(frame);
  };
}
