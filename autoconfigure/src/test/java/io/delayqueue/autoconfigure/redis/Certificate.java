package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;

/** Self-signed certificate for localhost, with the key store of a server and the trust store of its clients. */
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

    /** Key store of a server. */
    SslBundle ofServer() throws Exception {
        return SslBundle.of(SslStoreBundle.of(load(keyStore), PASSWORD, null));
    }

    /** Trust store of a client. */
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
        trust(trustStore, this);
    }

    /** Writes a trust store with these certificates, in one step. */
    static void trust(Path file, Certificate... all) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(TYPE);
        trusted.load(null, null);
        for (int i = 0; i < all.length; i++) {
            trusted.setCertificateEntry(ALIAS + i, load(all[i].keyStore).getCertificate(ALIAS));
        }
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream out = Files.newOutputStream(written)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static KeyStore load(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(TYPE);
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
