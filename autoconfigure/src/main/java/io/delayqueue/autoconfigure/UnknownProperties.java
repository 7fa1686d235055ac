package io.delayqueue.autoconfigure;

import io.delayqueue.log.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.function.SingletonSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds set properties under {@code delayqueue} that do not exist. The names of those that exist are in the metadata for editors of
 * the modules on the class path. Without metadata, as in a native image, no property is unknown.
 */
final class UnknownProperties {

    private static final String PREFIX = DelayQueueProperties.PREFIX + ".";

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    /** Modules that may be missing here, because several applications can share a file of properties. */
    private static final List<String> MODULES = List.of("web.", "test.", "jdbc.", "onceguard.", "transactions.outbox.");

    /** Variables of Kubernetes and Docker for a service whose name begins with "delayqueue". */
    private static final Pattern OF_SERVICE = Pattern.compile("(.*\\.)?(service\\.(host|port)|port\\.\\d+\\.).*|port");

    /** Maps whose values have properties. Their groups and names stand in the prefix of a {@link Used}, between the dots of its name. */
    private static final Map<String, Class<?>> VALUES =
            Map.of("limits", LimitProperties.class, "history", HistoryProperties.class);

    private static final String BETWEEN = "..";

    private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of(DelayQueueProperties.PREFIX);

    /** Properties under which any name can stand. */
    private static final List<String> MAPS = List.of("groups.", "history.", "limits.", "queues.");

    /** Written names by their uniform ones, both without the prefix. */
    private final SingletonSupplier<Map<String, String>> names;

    /** Set property: the prefix of its queue, limit or history, and its uniform name. */
    private record Used(String prefix, String name) {}

    private UnknownProperties(ClassLoader classLoader) {
        this.names = SingletonSupplier.of(() -> read(classLoader));
    }

    /** {@return a sentence on each unknown property that is set} */
    static List<String> sentences(Environment environment, @Nullable ClassLoader classLoader) {
        Map<String, String> sentences = new TreeMap<>();
        UnknownProperties known =
                new UnknownProperties(classLoader == null ? UnknownProperties.class.getClassLoader() : classLoader);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
                iterable.stream()
                        .filter(ALL::isAncestorOf)
                        .filter(name -> variables
                                ? !known.hasVariable(name)
                                : !known.has(used(name).name()))
                        .forEach(name -> sentences.putIfAbsent(name.toString(), known.sentence(name, source)));
            }
        }
        return List.copyOf(sentences.values());
    }

    /** Separates the queue, or the limit or history, and removes the positions in lists. */
    private static Used used(ConfigurationPropertyName name) {
        int queue = has(name, 1, "queues", 2) ? 3 : 1;
        String map = VALUES.keySet().stream()
                .filter(word -> has(name, queue, word, 3))
                .findAny()
                .orElse(null);
        int from = map == null ? queue : queue + 3;
        List<String> parts = new ArrayList<>();
        for (int i = from; i < name.getNumberOfElements(); i++) {
            if (!name.isNumericIndex(i)) {
                parts.add(name.getElement(i, Form.UNIFORM));
            }
        }
        return new Used(name.chop(from) + ".", (map == null ? "" : map + BETWEEN) + String.join(".", parts));
    }

    /** Whether the element is a word, with a number of elements behind it at least. */
    private static boolean has(ConfigurationPropertyName name, int element, String word, int behind) {
        return name.getNumberOfElements() > element + behind
                && name.getElement(element, Form.UNIFORM).equals(word);
    }

    private boolean has(String name) {
        Set<String> known = names.obtain().keySet();
        return known.isEmpty()
                || known.contains(name)
                || !name.contains(BETWEEN) && MAPS.stream().anyMatch(name::startsWith)
                || MODULES.stream()
                        .anyMatch(module ->
                                name.startsWith(module) && known.stream().noneMatch(other -> other.startsWith(module)));
    }

    /** Variables separate the words of a name as they separate its parts. */
    private boolean hasVariable(ConfigurationPropertyName variable) {
        String name = used(variable).name();
        return has(name)
                || OF_SERVICE
                        .matcher(variable.toString().substring(PREFIX.length()).replaceAll("\\[(\\d+)]", ".$1"))
                        .matches()
                || names.obtain().keySet().stream()
                        .anyMatch(other -> other.replace(".", "").equals(name.replace(".", "")));
    }

    private String sentence(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        String origin = property == null || property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        Used used = used(name);
        String nearest = NearestName.of(used.name(), names.obtain().keySet());
        return name + origin + " is no property and has no effect"
                + (nearest == null
                        ? ""
                        : ": is " + used.prefix() + names.obtain().get(nearest) + " meant?");
    }

    private static Map<String, String> read(ClassLoader loader) {
        Map<String, String> names = new TreeMap<>();
        try {
            for (URL url : Collections.list(loader.getResources(METADATA))) {
                try (InputStream stream = url.openStream()) {
                    String json = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                    if (json.contains('"' + PREFIX)) {
                        add(JsonMapper.shared().readTree(json), names);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private static void add(JsonNode metadata, Map<String, String> names) {
        // Those that editors ignore are bound as well.
        for (String list : List.of("/properties", "/ignored/properties")) {
            for (JsonNode property : metadata.at(list)) {
                String name = property.path("name").asString();
                if (name.startsWith(PREFIX)) {
                    names.put(used(ConfigurationPropertyName.of(name)).name(), name.substring(PREFIX.length()));
                }
            }
        }
        // Names of the values of maps are not in the metadata.
        VALUES.forEach((map, type) -> {
            for (RecordComponent value : type.getRecordComponents()) {
                names.put(
                        map + BETWEEN + value.getName().toLowerCase(Locale.ROOT), PropertyRules.name(value.getName()));
            }
        });
    }
}
