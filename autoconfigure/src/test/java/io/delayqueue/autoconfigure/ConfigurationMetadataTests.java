package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors show of the properties. */
class ConfigurationMetadataTests {

    private final Map<String, JsonNode> metadata = metadata();

    private final Map<String, Parameter> declared = new LinkedHashMap<>();

    ConfigurationMetadataTests() {
        declare("delayqueue", DelayQueueProperties.class);
    }

    @Test
    void everyPropertyShouldBeThere() {
        Set<String> names = new TreeSet<>(declared.keySet());
        names.addAll(redis().keySet());
        names.add("delayqueue.queues");
        assertThat(metadata.keySet()).containsExactlyInAnyOrderElementsOf(names);
        assertThat(declared).hasSizeGreaterThan(10);
    }

    @Test
    void everyPropertyShouldHaveDescriptionAndType() {
        assertThat(metadata).allSatisfy((name, property) -> {
            assertThat(property.path("description").asString("")).endsWith(".").matches("(?s)[A-Z].{20,}");
            assertThat(property.path("type").asString("")).matches("(java|org\\.springframework)\\..+");
        });
    }

    @Test
    void everyDefaultShouldBeTheOneThatIsBound() {
        assertThat(declared).allSatisfy((name, parameter) -> {
            DefaultValue value = parameter.getAnnotation(DefaultValue.class);
            String expected = value == null || value.value().length == 0 ? "" : value.value()[0];
            assertThat(metadata.get(name).path("defaultValue").asString("")).isEqualTo(expected);
        });
    }

    /** Those of Spring Boot have no default where the default is that of Jedis. */
    @Test
    void redisOfItsOwnShouldHaveThePropertiesOfSpringData() {
        assertThat(redis()).hasSizeGreaterThan(20).allSatisfy((name, property) -> {
            assertThat(metadata.get(name).path("type")).isEqualTo(property.path("type"));
            if (property.has("defaultValue")) {
                assertThat(metadata.get(name).path("defaultValue")).isEqualTo(property.path("defaultValue"));
            }
        });
    }

    /** What Spring Boot says of its own, without what Jedis cannot use and what is of Spring Data. */
    private static Map<String, JsonNode> redis() {
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        metadata("spring.data.redis.").forEach((name, property) -> {
            String own = name.replace("spring.data.redis.", "");
            boolean unused = own.matches("(lettuce|listener|masterreplica|repositories)\\..*|client-type");
            if (!unused && !property.has("deprecation")) {
                properties.put("delayqueue.redis." + own, property);
            }
        });
        return properties;
    }

    private void declare(String prefix, Class<?> type) {
        for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
            String name = prefix + "."
                    + parameter.getName().replaceAll("([A-Z])", "-$1").toLowerCase();
            assertThat(ConfigurationPropertyName.isValid(name)).isTrue();
            if (parameter.getType().isRecord()) {
                declare(name, parameter.getType());
            } else if (parameter.getType() != DataRedisProperties.class) {
                declared.put(name, parameter);
            }
        }
    }

    static Map<String, JsonNode> metadata() {
        return metadata("delayqueue.");
    }

    private static Map<String, JsonNode> metadata(String prefix) {
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        try {
            ClassLoader loader = DelayQueueProperties.class.getClassLoader();
            for (URL url : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
                try (InputStream json = url.openStream()) {
                    for (JsonNode property : JsonMapper.shared().readTree(json).get("properties")) {
                        if (property.get("name").asString().startsWith(prefix)) {
                            properties.put(property.get("name").asString(), property);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return properties;
    }
}
