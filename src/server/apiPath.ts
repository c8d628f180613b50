/** Where the API of this origin is, whether the gateway answers there or the embedded back end. Also the client's default endpoint. */
export const API_PATH = '/graphql';
