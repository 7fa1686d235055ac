package io.delayqueue.properties;

import java.util.Map;
import java.util.stream.Stream;

/** Invalid value of a property, and the reason in the message. */
public record BadProperty(String name, String value, String reason) {

    /**
     * Reads a table with a line for each case: name, value, reason.
     *
     * @param prefix the prefix of all names
     * @param rules texts in reasons by their placeholders
     */
    public static Stream<BadProperty> table(String prefix, String table, Map<String, String> rules) {
        return table.lines().map(line -> {
            String[] columns = line.split("\\|", 3);
            String reason = columns[2].trim();
            for (Map.Entry<String, String> rule : rules.entrySet()) {
                reason = reason.replace(rule.getKey(), rule.getValue());
            }
            return new BadProperty(prefix + columns[0].trim(), columns[1].trim(), reason);
        });
    }

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
