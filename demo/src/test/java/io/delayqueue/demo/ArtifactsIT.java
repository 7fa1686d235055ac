package io.delayqueue.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** The jars that applications get. */
class ArtifactsIT {

    private static final Pattern OURS = Pattern.compile("delayqueue-[a-z-]+-\\d[^/]*(?<!-tests)\\.jar");

    private static List<Path> jars() {
        return Stream.of(System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                .map(Path::of)
                .filter(path -> OURS.matcher(path.getFileName().toString()).matches())
                .filter(path -> !path.getFileName().toString().startsWith("delayqueue-demo"))
                .toList();
    }

    @Test
    void jarsShouldBeModulesOfTheirOwnNamesAndShareNoPackage() {
        List<String> names = new ArrayList<>();
        List<String> packages = new ArrayList<>();
        ModuleFinder.of(jars().toArray(Path[]::new)).findAll().stream()
                .map(ModuleReference::descriptor)
                .forEach(module -> {
                    names.add(module.name());
                    packages.addAll(module.packages());
                });
        assertThat(names)
                .containsExactlyInAnyOrder(
                        "io.delayqueue.core",
                        "io.delayqueue.autoconfigure",
                        "io.delayqueue.starter",
                        "io.delayqueue.jdbc",
                        "io.delayqueue.web",
                        "io.delayqueue.test");
        assertThat(packages).contains("io.delayqueue").doesNotHaveDuplicates();
    }

    @Test
    void jarsShouldHoldLicenceAndNotice() throws IOException {
        for (Path jar : jars()) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (String name : List.of("LICENSE", "NOTICE")) {
                    assertThat(zip.getInputStream(zip.getEntry("META-INF/" + name)))
                            .as("%s in %s", name, jar)
                            .hasBinaryContent(Files.readAllBytes(Path.of("..", name)));
                }
            }
        }
    }
}
