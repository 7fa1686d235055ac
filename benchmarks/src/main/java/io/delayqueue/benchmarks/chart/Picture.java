package io.delayqueue.benchmarks.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;

/** Picture that can be written as PNG and as SVG. */
public final class Picture {

    private final String name;

    private final XYChart chart;

    Picture(String name, XYChart chart) {
        this.name = name;
        this.chart = chart;
    }

    /** {@return the name of its files, without extension} */
    public String name() {
        return name;
    }

    /** {@return its title} */
    public String title() {
        return chart.getTitle();
    }

    /**
     * Writes {@code name.png} and {@code name.svg}.
     *
     * @param folder a folder that exists
     * @throws IOException if they cannot be written
     */
    public void save(Path folder) throws IOException {
        for (String format : List.of("png", "svg")) {
            Files.write(folder.resolve(name + "." + format), ChartEncoder.getBytes(chart, format));
        }
    }
}
