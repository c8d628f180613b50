module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: ['oriel-key-one', 'oriel-key-two'] },
});
