package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
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
        assertThat(metadata.keySet()).containsExactlyInAnyOrderElementsOf(declared.keySet());
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

    private void declare(String prefix, Class<?> type) {
        for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
            String name = prefix + "."
                    + parameter.getName().replaceAll("([A-Z])", "-$1").toLowerCase();
            assertThat(ConfigurationPropertyName.isValid(name)).isTrue();
            if (parameter.getType().isRecord()) {
                declare(name, parameter.getType());
            } else {
                declared.put(name, parameter);
            }
        }
    }

    static Map<String, JsonNode> metadata() {
        Map<String, JsonNode> properties = new LinkedHashMap<>();
        try {
            ClassLoader loader = DelayQueueProperties.class.getClassLoader();
            for (URL url : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
                try (InputStream json = url.openStream()) {
                    for (JsonNode property : JsonMapper.shared().readTree(json).get("properties")) {
                        if (property.get("name").asString().startsWith("delayqueue.")) {
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
