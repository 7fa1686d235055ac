package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundle;

/** Properties of a queue's own Redis are read like {@code spring.data.redis.*}. */
class PropertiesDetailsTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host=a,port=1,database=2,username=u,password=p",
                "url=redis://a:1,host=b,username=u,password=p,database=7",
                "url=redis://a",
                "url=redis://a:1/",
                "url=redis://p@a:1/3",
                "url=redis://u:p:q@a:1/3",
                "url=redis://:p@a:1",
                "url=rediss://u:@a:1",
                "url=redis://[::1]:1",
                "ssl.enabled=true",
                "ssl.enabled=false,ssl.bundle=b",
                "sentinel.master=m,sentinel.nodes=a:1;b:2,sentinel.username=u,sentinel.password=p,database=4",
                "sentinel.master=m,sentinel.nodes=a:1,url=redis://h:1/5",
                "cluster.nodes=a:1;::1:2",
                "cluster.max-redirects=3",
                "masterreplica.nodes=a:1"
            })
    void detailsShouldBeThoseOfSpringBoot(String list) {
        String[] properties = Arrays.stream(list.split(","))
                .filter(property -> !property.isEmpty())
                .map(property -> property.replace(';', ','))
                .toArray(String[]::new);
        DataRedisConnectionDetails ofBoot = BootRedis.of(Arrays.stream(properties)
                        .map(property -> "spring.data.redis." + property)
                        .toArray(String[]::new))
                .details();
        assertThat(describe(details(properties))).isEqualTo(describe(ofBoot));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis",
                "http://a:1",
                "redis://:secret@a b",
                "redis://u:secret@",
                "redis://:secret@a:1/first",
                "a:1"
            })
    void urlThatCannotBeReadShouldBeRefusedWithoutQuotingIt(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> details("url=" + url))
                .withMessage("delayqueue.redis.url must be as redis://user:password@host:6379/0, or rediss:// for TLS,"
                        + " but is not")
                .withNoCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "sentinel"})
    void nodeWithoutAPortShouldBeRefused(String kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> describe(details(kind + ".nodes=a", "sentinel.master=m")))
                .withMessageMatching("delayqueue\\.redis\\." + kind + "\\.nodes must be as host:port, but one is 'a'");
    }

    @Test
    void sentinelsWithoutAMasterShouldBeRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> details("sentinel.nodes=a:1").getSentinel())
                .withMessage("delayqueue.redis.sentinel.master must be given with delayqueue.redis.sentinel.nodes");
    }

    @Test
    void bundleWithoutBundlesShouldBeRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> details("ssl.bundle=b").getSslBundle())
                .withMessage("delayqueue.redis.ssl.bundle is 'b', but the application has no SSL bundles");
    }

    private static DataRedisConnectionDetails details(String... properties) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        for (String property : properties) {
            int equals = property.indexOf('=');
            source.put("delayqueue.redis." + property.substring(0, equals), property.substring(equals + 1));
        }
        DataRedisProperties bound =
                new Binder(source).bindOrCreate("delayqueue.redis", Bindable.of(DataRedisProperties.class));
        return new PropertiesDetails("delayqueue.redis", bound, null);
    }

    private static String describe(DataRedisConnectionDetails details) {
        StringBuilder text = new StringBuilder("user " + details.getUsername() + " " + details.getPassword());
        describe(text, details.getSslBundle());
        DataRedisConnectionDetails.Standalone standalone = details.getStandalone();
        if (standalone != null) {
            text.append(" standalone ").append(standalone.getHost()).append(' ').append(standalone.getPort());
            text.append(' ').append(standalone.getDatabase());
        }
        DataRedisConnectionDetails.Sentinel sentinel = details.getSentinel();
        if (sentinel != null) {
            text.append(" sentinel ").append(sentinel.getMaster()).append(' ').append(sentinel.getNodes());
            text.append(' ').append(sentinel.getUsername()).append(' ').append(sentinel.getPassword());
            text.append(' ').append(sentinel.getDatabase());
        }
        if (details.getCluster() != null) {
            text.append(" cluster ").append(details.getCluster().getNodes());
        }
        if (details.getMasterReplica() != null) {
            text.append(" replicas ").append(details.getMasterReplica().getNodes());
        }
        return text.toString();
    }

    private static void describe(StringBuilder text, @Nullable SslBundle bundle) {
        text.append(bundle == null ? " plain" : " encrypted");
    }
}
