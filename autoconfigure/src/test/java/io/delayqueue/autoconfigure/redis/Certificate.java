package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;

/** A self-signed certificate for localhost, and the two stores a server and its clients need. */
record Certificate(Path keyStore, Path trustStore) {

    static final String PASSWORD = "changeit";

    private static final String TYPE = "PKCS12";

    private static final String ALIAS = "redis";

    static Certificate create(Path folder) throws Exception {
        Certificate certificate = new Certificate(folder.resolve("key.p12"), folder.resolve("trust.p12"));
        certificate.makeKeyStore();
        certificate.makeTrustStore();
        return certificate;
    }

    /** What a server shows. */
    SslBundle ofServer() throws Exception {
        return SslBundle.of(SslStoreBundle.of(load(keyStore), PASSWORD, null));
    }

    /** What a client that knows the certificate trusts. */
    SslBundle ofClient() throws Exception {
        return SslBundle.of(SslStoreBundle.of(null, null, load(trustStore)));
    }

    private void makeKeyStore() throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        ALIAS,
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        TYPE,
                        "-keystore",
                        keyStore.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(output).isZero();
    }

    private void makeTrustStore() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(TYPE);
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, load(keyStore).getCertificate(ALIAS));
        try (OutputStream out = Files.newOutputStream(trustStore)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
    }

    private static KeyStore load(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(TYPE);
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
