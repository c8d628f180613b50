import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { orielYoga } from 'oriel/yoga';
import { listen, schema, views } from './schema.mjs';

const server = createServer(createYoga({ schema, ...orielYoga({ views }) }));
console.log(`${await listen(server)}/graphql`);
