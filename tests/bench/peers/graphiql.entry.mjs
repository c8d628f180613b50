/** GraphiQL, set up as in its documentation, for `npm run bench page`. */
import 'graphiql/setup-workers/webpack';
import 'graphiql/style.css';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const fetcher = createGraphiQLFetcher({ url: '/graphql' });
createRoot(document.getElementById('root')).render(createElement(GraphiQL, { fetcher }));
