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
#include <openssl/x509v3.h>

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

/// Makes a certificate of version 3 that is valid between two times, in seconds since 1970; NULL without memory.
static inline X509 *reveille_certificate_new(time_t from, time_t until) {
    X509 *certificate = X509_new();
    if (certificate && X509_set_version(certificate, X509_VERSION_3) == 1
        && ASN1_TIME_set(X509_getm_notBefore(certificate), from)
        && ASN1_TIME_set(X509_getm_notAfter(certificate), until)) {
        return certificate;
    }
    X509_free(certificate);
    return NULL;
}

/// Sets a certificate's serial number, big-endian.
static inline int reveille_certificate_set_serial(X509 *certificate, const unsigned char *bytes, int length) {
    BIGNUM *number = BN_bin2bn(bytes, length, NULL);
    int done = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return done;
}

/// Adds a common name to a subject or an issuer.
static inline int reveille_name_add_common_name(X509_NAME *name, const unsigned char *text, int length) {
    return X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, text, length, -1, 0);
}

/// Adds an extension in the words of x509v3_config(5); what it takes from the issuer comes from that certificate.
static inline int reveille_certificate_add_extension(X509 *certificate, X509 *issuer, int identifier, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, identifier, value);
    int done = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return done;
}

/// Adds a server's name: `GEN_DNS` with a host name in ASCII, `GEN_IPADD` with 4 or 16 bytes in network order.
static inline int reveille_names_add(GENERAL_NAMES *names, int type, const unsigned char *bytes, int length) {
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_STRING *value = ASN1_STRING_type_new(type == GEN_DNS ? V_ASN1_IA5STRING : V_ASN1_OCTET_STRING);
    if (name && value && ASN1_STRING_set(value, bytes, length)) {
        GENERAL_NAME_set0_value(name, type, value);
        if (sk_GENERAL_NAME_push(names, name)) { return 1; }
    } else {
        ASN1_STRING_free(value);
    }
    GENERAL_NAME_free(name);
    return 0;
}

/// Adds the names as a certificate's subject alternative names.
static inline int reveille_certificate_add_names(X509 *certificate, GENERAL_NAMES *names) {
    return X509_add1_ext_i2d(certificate, NID_subject_alt_name, names, 0, X509V3_ADD_APPEND);
}

#endif
