package io.delayqueue.autoconfigure.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.util.StringUtils;
import redis.clients.jedis.DefaultJedisClientConfig;

/**
 * Configures the encryption of connections. As with Spring Data on Jedis, the certificate has to be trusted and need not name
 * the host.
 */
final class Tls {

    private Tls() {}

    /** Selects the bundle of the details, else the JVM's own settings for a {@code rediss} URL, else no encryption. */
    private static @Nullable SslBundle bundle(DataRedisConnectionDetails details, DataRedisProperties properties) {
        SslBundle bundle = details.getSslBundle();
        if (bundle == null && encryptedByUrl(details.getStandalone(), properties.getUrl())) {
            return SslBundle.systemDefault();
        }
        return bundle;
    }

    static void apply(
            DataRedisConnectionDetails details,
            DataRedisProperties properties,
            DefaultJedisClientConfig.Builder builder) {
        SslBundle bundle = bundle(details, properties);
        if (bundle == null) {
            return;
        }
        SslOptions options = bundle.getOptions();
        SSLParameters parameters = new SSLParameters(options.getCiphers(), options.getEnabledProtocols());
        builder.ssl(true).sslSocketFactory(sockets(details, bundle)).sslParameters(parameters);
    }

    /** Details that create a bundle at each call, as with the JVM's own settings, have none that is reloaded. */
    private static SSLSocketFactory sockets(DataRedisConnectionDetails details, SslBundle bundle) {
        return details.getSslBundle() == bundle
                ? new ReloadedSockets(() -> Objects.requireNonNullElse(details.getSslBundle(), bundle))
                : bundle.createSslContext().getSocketFactory();
    }

    /**
     * Details do not have the scheme of the URL that they were created from. Details with another origin name another server
     * than the URL, whose scheme is irrelevant then; details from the URL name its server even if sentinels or a cluster take
     * precedence.
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
