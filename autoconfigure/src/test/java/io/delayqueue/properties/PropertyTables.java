package io.delayqueue.properties;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Creates Markdown tables of properties, one for each prefix, those directly under "delayqueue" first. */
public final class PropertyTables {

    /** Omitted, because the names are those of Spring's own Redis. */
    private static final String REDIS = "delayqueue.redis";

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("java.time.Duration", "duration"),
            Map.entry("org.springframework.util.unit.DataSize", "data size"),
            Map.entry("java.lang.Integer", "int"),
            Map.entry(
                    "org.springframework.boot.sql.init.DatabaseInitializationMode", "`always`, `embedded` or `never`"),
            Map.entry("io.delayqueue.autoconfigure.DelayQueueProperties$Start", "`context`, `ready` or `manual`"),
            Map.entry("io.delayqueue.autoconfigure.DelayQueueProperties$Store", "`redis` or `memory`"),
            Map.entry("java.util.List<java.lang.String>", "list"),
            Map.entry("java.util.List<java.lang.Double>", "list of numbers"),
            Map.entry("java.util.List<java.time.Duration>", "list of durations"),
            Map.entry("java.util.List<java.lang.Class<? extends java.lang.Throwable>>", "list of classes"),
            Map.entry("java.util.Map<java.lang.String,java.util.List<java.lang.String>>", "list"),
            Map.entry("java.util.Map<java.lang.String,io.delayqueue.autoconfigure.DelayQueueProperties>", "properties"),
            Map.entry(
                    "java.util.Map<java.lang.String,java.util.Map<java.lang.String,io.delayqueue.autoconfigure.HistoryProperties>>",
                    "properties"),
            Map.entry(
                    "java.util.Map<java.lang.String,java.util.Map<java.lang.String,io.delayqueue.autoconfigure.LimitProperties>>",
                    "properties"));

    /** Names of properties, packages with a star, and types. */
    private static final Pattern CODE =
            Pattern.compile("\\b(?:(?:delayqueue|spring)(?:\\.[a-z-]+|\\[[\\w.]+])+(?:\\.\\*|=[\\w,/-]+)?"
                    + "|[a-z]+(?:\\.[a-z]+)*\\.\\*|[A-Z]\\w+(?:Exception|Provider|Service)\\b)");

    private final Map<String, String> see;

    /**
     * Creates the tables with links to further documentation of a property or of all with a prefix: pages, with or without a
     * heading.
     */
    public PropertyTables(Map<String, String> see) {
        this.see = see;
    }

    public String of(Collection<PropertyMetadata> properties) {
        Map<String, List<PropertyMetadata>> groups = properties.stream()
                .filter(property -> !isUnder(property.name(), REDIS))
                .sorted(Comparator.comparingInt(PropertyMetadata::position).thenComparing(PropertyMetadata::name))
                .collect(Collectors.groupingBy(PropertyMetadata::prefix, TreeMap::new, Collectors.toList()));
        StringBuilder tables = new StringBuilder();
        groups.forEach((prefix, group) -> tables.append("### `")
                .append(prefix)
                .append(".*`")
                .append(more(prefix))
                .append("\n\n| property | type | default | |\n|---|---|---|---|\n")
                .append(group.stream().map(this::row).collect(Collectors.joining()))
                .append("\n"));
        if (properties.stream().anyMatch(property -> isUnder(property.name(), REDIS))) {
            tables.append("### `" + REDIS + ".*`\n\nThe names of `spring.data.redis.*`: see"
                    + " [redis-setup](redis-setup.md#a-redis-of-its-own).\n\n");
        }
        return tables.toString();
    }

    private static boolean isUnder(String name, String prefix) {
        return name.startsWith(prefix + ".");
    }

    private String more(String prefix) {
        String page = see.get(prefix);
        return page == null ? "" : "\n\nSee [" + page.replaceFirst("\\.md.*", "") + "](" + page + ").";
    }

    private String row(PropertyMetadata property) {
        String page = see.get(property.name());
        return "| `" + property.name() + keys(property.type()) + "` | "
                + type(property.type()) + " | "
                + (property.defaultValue().isEmpty() ? "" : "`" + property.defaultValue() + "`") + " | "
                + CODE.matcher(property.description()).replaceAll("`$0`").replace("|", "\\|")
                + (page == null ? "" : " See [" + page.replaceFirst("\\.md.*", "") + "](" + page + ").")
                + " |\n";
    }

    /** Placeholders for the keys of a map. */
    private static String keys(String type) {
        if (type.startsWith("java.util.Map<java.lang.String,java.util.Map")) {
            return ".<group>.<name>.*";
        }
        return type.startsWith("java.util.Map") ? ".<name>" : "";
    }

    /** Name of a type; its class if there is no better one. */
    private static String type(String type) {
        String simple = type.replaceAll("<.*", "").replaceAll(".*[.$]", "");
        return TYPES.getOrDefault(
                type, type.startsWith("java.lang.") ? simple.toLowerCase(Locale.ROOT) : "`" + simple + "`");
    }
}
