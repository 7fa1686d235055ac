package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsProperties;
import io.delayqueue.properties.MetadataContract;
import io.delayqueue.properties.PropertyMetadata;
import java.lang.reflect.Parameter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;

/** Metadata of the properties, which editors show. */
class ConfigurationMetadataTests extends MetadataContract {

    ConfigurationMetadataTests() {
        super("delayqueue");
    }

    @Test
    void everyPropertyShouldBeThere() {
        Set<String> declared = new LinkedHashSet<>();
        declare("delayqueue", DelayQueueProperties.class, declared);
        declare("delayqueue.metrics", DelayQueueMetricsProperties.class, declared);
        assertThat(declared).hasSizeGreaterThan(10).allMatch(ConfigurationPropertyName::isValid);
        assertThat(metadata.keySet()).containsAll(declared);
    }

    /** A primitive always has a value. */
    @Test
    void everyPropertyThatIsAlwaysSomethingShouldSayWhat() {
        assertThat(metadata.values())
                .filteredOn(property -> property.parameter() != null
                        && property.parameter().getType().isPrimitive())
                .hasSizeGreaterThan(5)
                .allSatisfy(property -> assertThat(property.defaultValue()).isNotEmpty());
    }

    @Test
    void classesShouldBeHintedAt() {
        List<JsonNode> hints = PropertyMetadata.entries("hints");
        assertThat(hints)
                .extracting(hint -> hint.get("name").asString())
                .containsExactlyInAnyOrder("delayqueue.allowed-callbacks", "delayqueue.retry.no-retry-for")
                .isSubsetOf(metadata.keySet());
        assertThat(hints).flatExtracting(hint -> hint.get("providers").values()).allSatisfy(provider -> {
            assertThat(provider.get("name").asString()).isEqualTo("class-reference");
            String target = provider.at("/parameters/target").asString();
            assertThat(ClassUtils.isPresent(target, getClass().getClassLoader()))
                    .isTrue();
        });
    }

    /** Properties of Spring Boot without a default have that of Jedis. */
    @Test
    void redisOfItsOwnShouldHaveThePropertiesOfSpringData() {
        assertThat(redis()).hasSizeGreaterThan(20).allSatisfy((name, property) -> {
            assertThat(metadata).containsKey(name);
            assertThat(metadata.get(name).type()).isEqualTo(property.type());
            if (!property.defaultValue().isEmpty()) {
                assertThat(metadata.get(name).defaultValue()).isEqualTo(property.defaultValue());
            }
        });
        assertThat(metadata.keySet())
                .filteredOn(name -> name.startsWith("delayqueue.redis."))
                .isSubsetOf(redis().keySet());
    }

    /** Metadata of Spring Boot's own properties, without those of Spring Data and those that Jedis does not support. */
    private static Map<String, PropertyMetadata> redis() {
        Map<String, PropertyMetadata> properties = new LinkedHashMap<>();
        PropertyMetadata.all("spring.data.redis.").forEach((name, property) -> {
            String own = name.replace("spring.data.redis.", "");
            if (!own.matches("(lettuce|listener|masterreplica|repositories)\\..*|client-type")) {
                properties.put("delayqueue.redis." + own, property);
            }
        });
        return properties;
    }

    private static void declare(String prefix, Class<?> type, Set<String> names) {
        for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
            String name = prefix + "." + PropertyMetadata.dashed(parameter.getName());
            if (parameter.getType().isRecord()) {
                declare(name, parameter.getType(), names);
            } else if (parameter.getType() != DataRedisProperties.class) {
                names.add(name);
            }
        }
    }
}
