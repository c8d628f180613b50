/** How sessions cut large events of feeds short: the code for it is fetched when the first of them comes. */

/** Makes what `World.cutFrame` is. */
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
