package io.delayqueue.autoconfigure.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/** Connection details from properties, read as Spring Boot reads {@code spring.data.redis.*}. Its own reader is not public. */
final class PropertiesDetails implements DataRedisConnectionDetails {

    private final String prefix;

    private final DataRedisProperties properties;

    private final @Nullable SslBundles sslBundles;

    private final @Nullable RedisUrl url;

    /**
     * Creates the details.
     *
     * @param prefix the prefix of the properties, for messages
     */
    PropertiesDetails(String prefix, DataRedisProperties properties, @Nullable SslBundles sslBundles) {
        this.prefix = prefix;
        this.properties = properties;
        this.sslBundles = sslBundles;
        this.url = StringUtils.hasText(properties.getUrl()) ? RedisUrl.of(prefix + ".url", properties.getUrl()) : null;
    }

    @Override
    public @Nullable String getUsername() {
        return url != null ? url.username() : properties.getUsername();
    }

    @Override
    public @Nullable String getPassword() {
        return url != null ? url.password() : properties.getPassword();
    }

    @Override
    public @Nullable SslBundle getSslBundle() {
        DataRedisProperties.Ssl ssl = properties.getSsl();
        if (!ssl.isEnabled()) {
            return null;
        }
        if (!StringUtils.hasLength(ssl.getBundle())) {
            return SslBundle.systemDefault();
        }
        if (sslBundles == null) {
            throw new IllegalStateException(
                    prefix + ".ssl.bundle is '" + ssl.getBundle() + "', but the application has no SSL bundles");
        }
        return sslBundles.getBundle(ssl.getBundle());
    }

    @Override
    public Standalone getStandalone() {
        return url != null
                ? Standalone.of(url.host(), url.port(), url.database())
                : Standalone.of(properties.getHost(), properties.getPort(), properties.getDatabase());
    }

    @Override
    public @Nullable Sentinel getSentinel() {
        DataRedisProperties.Sentinel sentinel = properties.getSentinel();
        return sentinel == null ? null : sentinel(sentinel);
    }

    @Override
    public @Nullable Cluster getCluster() {
        DataRedisProperties.Cluster cluster = properties.getCluster();
        return cluster == null ? null : () -> nodes("cluster", cluster.getNodes());
    }

    @Override
    public @Nullable MasterReplica getMasterReplica() {
        DataRedisProperties.Masterreplica masterReplica = properties.getMasterreplica();
        return masterReplica == null ? null : () -> nodes("masterreplica", masterReplica.getNodes());
    }

    private List<Node> nodes(String kind, @Nullable List<String> nodes) {
        return nodes == null
                ? List.of()
                : nodes.stream().map(node -> node(kind, node)).toList();
    }

    private Node node(String kind, String node) {
        int colon = node.lastIndexOf(':');
        try {
            return new Node(node.substring(0, Math.max(colon, 0)), Integer.parseInt(node.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    prefix + "." + kind + ".nodes must be as host:port, but one is '" + node + "'");
        }
    }

    private Sentinel sentinel(DataRedisProperties.Sentinel sentinel) {
        String master = sentinel.getMaster();
        if (!StringUtils.hasText(master)) {
            throw new IllegalArgumentException(
                    prefix + ".sentinel.master must be given with " + prefix + ".sentinel.nodes");
        }
        return new Sentinel() {
            @Override
            public String getMaster() {
                return master;
            }

            @Override
            public List<Node> getNodes() {
                return nodes("sentinel", sentinel.getNodes());
            }

            @Override
            public @Nullable String getUsername() {
                return sentinel.getUsername();
            }

            @Override
            public @Nullable String getPassword() {
                return sentinel.getPassword();
            }

            @Override
            public int getDatabase() {
                return getStandalone().getDatabase();
            }
        };
    }
}
