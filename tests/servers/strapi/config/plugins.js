module.exports = {
  graphql: { enabled: true, config: { endpoint: '/graphql', maxLimit: 100, apolloServer: { introspection: true } } },
  'users-permissions': { enabled: true, config: { jwtSecret: 'oriel-jwt-secret-of-some-length' } },
};
