package io.delayqueue.autoconfigure.redis;

import java.net.URI;
import java.net.URISyntaxException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.util.StringUtils;
import redis.clients.jedis.DefaultJedisClientConfig;

/**
 * Whether and how connections are encrypted. As with Spring Data on Jedis, the certificate has to be trusted and need not
 * name the host.
 */
final class Tls {

    private Tls() {}

    /** The bundle of the details, else the JVM's own settings if a {@code rediss} URL asks for TLS, else none. */
    static @Nullable SslBundle bundle(DataRedisConnectionDetails details, DataRedisProperties properties) {
        SslBundle bundle = details.getSslBundle();
        if (bundle == null && encryptedByUrl(details.getStandalone(), properties.getUrl())) {
            return SslBundle.systemDefault();
        }
        return bundle;
    }

    static void apply(@Nullable SslBundle bundle, DefaultJedisClientConfig.Builder builder) {
        if (bundle == null) {
            return;
        }
        SslOptions options = bundle.getOptions();
        SSLParameters parameters = new SSLParameters(options.getCiphers(), options.getEnabledProtocols());
        builder.ssl(true)
                .sslSocketFactory(bundle.createSslContext().getSocketFactory())
                .sslParameters(parameters);
    }

    /**
     * Details do not carry the scheme of the URL they were made from. Those made from something else name another server
     * than the URL, which then says nothing about theirs; those made from the URL name its server even when sentinels or
     * a cluster go first.
     */
    private static boolean encryptedByUrl(@Nullable Standalone server, @Nullable String url) {
        if (server == null || !StringUtils.hasText(url)) {
            return false;
        }
        try {
            URI uri = new URI(url);
            return "rediss".equals(uri.getScheme())
                    && server.getHost().equals(uri.getHost())
                    && server.getPort() == uri.getPort();
        } catch (URISyntaxException ex) {
            return false;
        }
    }
}
