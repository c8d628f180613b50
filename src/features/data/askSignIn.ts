/** Asks whoever holds the sign-in (the shell) to show it. */
export function askSignIn(): void {
  window.dispatchEvent(new Event('oriel:sign-in'));
}
