package io.delayqueue.web.dashboard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.http.MediaType;
import org.springframework.util.DigestUtils;
import org.springframework.util.StreamUtils;
import org.springframework.util.StringUtils;

/** Finds the files of the dashboard by their names below its path. No other resource of the class path has such a name. */
final class DashboardFiles {

    static final String INDEX = "index.html";
    static final String CHARTS = "vendor/chart.js";

    /** Names without parent directories, escapes and classes. */
    private static final Pattern NAME = Pattern.compile("(?:[a-z]+/)?[a-z]+\\.(?:html|js|css|svg)");

    private static final Map<String, MediaType> TYPES = Map.of(
            "html", text("html"),
            "js", text("javascript"),
            "css", text("css"),
            "svg", new MediaType("image", "svg+xml", StandardCharsets.UTF_8));

    private final Map<String, DashboardFile> known = new ConcurrentHashMap<>();

    /**
     * File of the dashboard.
     *
     * @param content the bytes
     * @param type the media type
     * @param etag the hash of the content
     */
    record DashboardFile(byte[] content, MediaType type, String etag) {}

    /**
     * Finds a file.
     *
     * @param name such as {@code pages/task.js}, not decoded
     * @return the file, or null if there is none with that name
     * @throws IOException if the file exists but cannot be read
     */
    @Nullable
    DashboardFile find(String name) throws IOException {
        DashboardFile file = known.get(name);
        if (file == null && NAME.matcher(name).matches()) {
            file = read(name);
            if (file != null) {
                known.put(name, file);
            }
        }
        return file;
    }

    private static @Nullable DashboardFile read(String name) throws IOException {
        Resource resource = name.equals(CHARTS) ? charts() : new ClassPathResource(name, DashboardFiles.class);
        if (!resource.exists()) {
            return null;
        }
        byte[] content = StreamUtils.copyToByteArray(resource.getInputStream());
        return new DashboardFile(
                content,
                TYPES.getOrDefault(StringUtils.getFilenameExtension(name), MediaType.APPLICATION_OCTET_STREAM),
                '"' + DigestUtils.md5DigestAsHex(content) + '"');
    }

    /** Reads the version from the WebJar, so that it is only in the pom. */
    private static Resource charts() throws IOException {
        Properties webJar = PropertiesLoaderUtils.loadProperties(
                new ClassPathResource("META-INF/maven/org.webjars.npm/chart.js/pom.properties"));
        return new ClassPathResource(
                "META-INF/resources/webjars/chart.js/" + webJar.getProperty("version") + "/dist/chart.umd.js");
    }

    private static MediaType text(String subtype) {
        return new MediaType("text", subtype, StandardCharsets.UTF_8);
    }
}
