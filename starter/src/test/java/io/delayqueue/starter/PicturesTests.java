package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pictures of the README and the documentation. */
class PicturesTests {

    private static final Path PROJECT = Path.of("..");

    /** References in Markdown and in HTML. */
    private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)\\s]+)\\)|\\bsrc(?:set)?=\"([^\"]+)\"");

    @Test
    void picturesThatAreShownShouldBeTheOnesThereAre() throws IOException {
        Set<Path> there = new TreeSet<>();
        try (Stream<Path> files = Files.walk(PROJECT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".png"))
                    .map(Path::normalize)
                    .forEach(there::add);
        }
        assertThat(there).isNotEmpty();
        assertThat(shown()).containsExactlyElementsOf(there);
    }

    private static Set<Path> shown() throws IOException {
        Set<Path> shown = new TreeSet<>();
        for (Path page : pages()) {
            PICTURE.matcher(Files.readString(page))
                    .results()
                    .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                    .filter(address -> !address.contains("://"))
                    .map(address -> page.resolveSibling(address).normalize())
                    .forEach(shown::add);
        }
        return shown;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(PROJECT, PROJECT.resolve("docs"), PROJECT.resolve("demo"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }
}
