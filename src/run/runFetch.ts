/** Node's `fetch` with errors that name the reason. Node only says "fetch failed"; the reason is in the error's `cause`. */
export const fetchWithReason: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (error) {
    const { cause } = error as { cause?: { message?: string; code?: string } };
    // The error for a host with several addresses has a code but no message.
    const reason = cause?.message || cause?.code;
    throw reason ? new TypeError(`The endpoint cannot be reached: ${reason}`, { cause }) : error;
  }
};
