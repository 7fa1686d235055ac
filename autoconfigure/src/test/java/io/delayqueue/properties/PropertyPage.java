package io.delayqueue.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Part of docs/configuration.md that a module generates. With {@code -Ddelayqueue.docs.write} the part is written first. */
public final class PropertyPage {

    private static final Path DOCS = Path.of("..", "docs");

    private static final Path PAGE = DOCS.resolve("configuration.md");

    private static final String END = "<!-- end of properties -->\n";

    private final String begin;

    /** Creates the page for a test, whose name is in the first line of its part. */
    public PropertyPage(Class<?> maker) {
        this.begin = "<!-- properties: made by " + maker.getSimpleName() + " -->\n";
    }

    public void shouldHave(String tables) throws IOException {
        if (System.getProperty("delayqueue.docs.write") != null) {
            String page = Files.readString(PAGE);
            Files.writeString(PAGE, page.replace(begin + part(page) + END, begin + tables + END));
        }
        assertThat(part(Files.readString(PAGE)))
                .as("CONTRIBUTING.md says what writes these tables")
                .isEqualTo(tables);
    }

    /** Link to further documentation: the property or prefix, and the page with its heading. */
    public static void shouldHavePlace(Map.Entry<String, String> place, Map<String, PropertyMetadata> properties)
            throws IOException {
        assertThat(properties.keySet()).anyMatch(property -> (property + ".").startsWith(place.getKey() + "."));
        String[] parts = place.getValue().split("#");
        List<String> headings = Files.readAllLines(DOCS.resolve(parts[0])).stream()
                .filter(line -> line.startsWith("#"))
                .map(line ->
                        line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT).replace(' ', '-'))
                .toList();
        assertThat(headings).contains(parts.length > 1 ? parts[1] : parts[0].replace(".md", ""));
    }

    private String part(String page) {
        int start = page.indexOf(begin);
        assertThat(start).as(begin).isNotNegative();
        int end = page.indexOf(END, start);
        assertThat(end).as(END).isNotNegative();
        return page.substring(start + begin.length(), end);
    }
}
