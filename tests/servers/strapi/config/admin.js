module.exports = {
  serveAdminPanel: false,
  auth: { secret: 'oriel-admin-secret' },
  apiToken: { salt: 'oriel-token-salt' },
  transfer: { token: { salt: 'oriel-transfer-salt' } },
  secrets: { encryptionKey: 'oriel-encryption-key-of-32-chars' },
};
