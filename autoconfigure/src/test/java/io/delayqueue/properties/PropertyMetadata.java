package io.delayqueue.properties;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Property of the built metadata. Missing attributes are empty texts. */
public record PropertyMetadata(String name, String type, String description, String defaultValue, String sourceType) {

    /** Properties of this project by their names, in the order of the metadata. */
    public static Map<String, PropertyMetadata> all() {
        return all("delayqueue");
    }

    /** Properties with the prefix that are not deprecated. */
    public static Map<String, PropertyMetadata> all(String start) {
        Map<String, PropertyMetadata> properties = new LinkedHashMap<>();
        entries("properties", start).stream()
                .filter(node -> !node.has("deprecation"))
                .forEach(node -> {
                    PropertyMetadata property = of(node);
                    properties.put(property.name, property);
                });
        return properties;
    }

    /** Entries of this project in a part of the metadata. */
    public static List<JsonNode> entries(String part) {
        return entries(part, "delayqueue");
    }

    private static List<JsonNode> entries(String part, String start) {
        List<JsonNode> entries = new ArrayList<>();
        try {
            ClassLoader loader = PropertyMetadata.class.getClassLoader();
            for (URL url : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
                try (InputStream json = url.openStream()) {
                    for (JsonNode node : JsonMapper.shared().readTree(json).path(part)) {
                        if (node.get("name").asString().startsWith(start)) {
                            entries.add(node);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    private static PropertyMetadata of(JsonNode node) {
        return new PropertyMetadata(
                node.get("name").asString(),
                node.path("type").asString(""),
                node.path("description").asString(""),
                values(node.path("defaultValue").asString("")),
                node.path("sourceType").asString(""));
    }

    /** Formats several values as "[1, 2]". */
    private static String values(String defaultValue) {
        return defaultValue.replaceFirst("^\\[(.*)]$", "$1").replace(", ", ",");
    }

    /** Name without its last part. */
    public String prefix() {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** Record component to which the property is bound, or null. */
    public @Nullable Parameter parameter() {
        return parameters()
                .filter(parameter -> lastPart().equals(dashed(parameter.getName())))
                .findFirst()
                .orElse(null);
    }

    /** Index of the component in its record. */
    public int position() {
        return parameters()
                .map(parameter -> dashed(parameter.getName()))
                .toList()
                .indexOf(lastPart());
    }

    /** Bound default as text; empty if there is none. */
    public static String defaultOf(Parameter parameter) {
        DefaultValue value = parameter.getAnnotation(DefaultValue.class);
        return value == null ? "" : String.join(",", value.value());
    }

    private String lastPart() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private Stream<Parameter> parameters() {
        try {
            Class<?> source = sourceType.isEmpty() ? Object.class : Class.forName(sourceType);
            return source.isRecord() ? Stream.of(source.getDeclaredConstructors()[0].getParameters()) : Stream.empty();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
