/** Style sheets are imported for their effect: webpack gathers them, tests and the server render leave them out. */
declare module '*.css';
