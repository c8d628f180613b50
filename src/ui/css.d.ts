/** Style sheets are imported for their side effect: webpack collects them; tests and the server render ignore them. */
declare module '*.css';
