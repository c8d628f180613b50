/** Path of the API on this origin, for the gateway and for the embedded back end. Also the client's default endpoint. */
export const API_PATH = '/graphql';
