// OpenSSL 3's EVP interface, and functions in place of the macros and variadics that Swift cannot import.
#ifndef REVEILLE_COPENSSL_SHIM_H
#define REVEILLE_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

/// Keys an HMAC context with SHA-256. `key` must not be NULL, even when `length` is 0: NULL means "the former key".
static inline int reveille_hmac_sha256_init(EVP_MAC_CTX *context, const unsigned char *key, size_t length) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_init(context, key, length, parameters);
}

/// Makes a P-256 key pair; `EVP_PKEY_Q_keygen` is variadic.
static inline EVP_PKEY *reveille_p256_generate(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}

/// Refuses every passphrase prompt: OpenSSL's own callback would ask on the terminal.
static inline int reveille_no_passphrase(char *buffer, int size, int writing, void *context) {
    (void)buffer;
    (void)size;
    (void)writing;
    (void)context;
    return -1;
}

/// Reads the first private key of a PEM text; NULL if there is none or it is encrypted.
static inline EVP_PKEY *reveille_read_private_key(BIO *input) {
    return PEM_read_bio_PrivateKey(input, NULL, reveille_no_passphrase, NULL);
}

/// Reads the first SubjectPublicKeyInfo of a PEM text; NULL if there is none.
static inline EVP_PKEY *reveille_read_public_key(BIO *input) {
    return PEM_read_bio_PUBKEY(input, NULL, reveille_no_passphrase, NULL);
}

/// Writes an unencrypted PKCS#8 private key as PEM.
static inline int reveille_write_pkcs8(BIO *output, const EVP_PKEY *key) {
    return PEM_write_bio_PKCS8PrivateKey(output, key, NULL, NULL, 0, NULL, NULL);
}

/// A memory BIO's bytes so far; the pointer lives as long as the BIO is untouched.
static inline long reveille_bio_bytes(BIO *bio, char **bytes) {
    return BIO_get_mem_data(bio, bytes);
}

/// Frees what an i2d function allocated.
static inline void reveille_free(void *pointer) {
    OPENSSL_free(pointer);
}

#endif
