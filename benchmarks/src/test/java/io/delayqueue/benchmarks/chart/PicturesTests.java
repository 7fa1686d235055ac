package io.delayqueue.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.measure.Results;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PicturesTests {

    /** Delayqueue, Redisson, ancestor, limit. */
    private static final int[] COLOURS = {0xFF0072B2, 0xFFD55E00, 0xFFCC79A7, 0xFF009E73};

    @TempDir
    private Path folder;

    @Test
    void nothingMeasuredShouldGiveNoPicture() {
        assertThat(Pictures.of(new Results())).isEmpty();
    }

    @Test
    void thereShouldBeFourPictures() {
        assertThat(Pictures.of(SampleResults.create()))
                .extracting(Picture::name)
                .containsExactly("lateness", "pending-lateness", "pending-delivered", "pending-cancel");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lateness", "pending-lateness", "pending-delivered", "pending-cancel"})
    void bitmapShouldHaveLineOfEachContender(String name) throws IOException {
        save(name);
        BufferedImage image = ImageIO.read(folder.resolve(name + ".png").toFile());
        assertThat(image.getWidth()).isEqualTo(800);
        assertThat(image.getHeight()).isEqualTo(500);
        for (int colour : COLOURS) {
            assertThat(pixels(image, colour)).as("pixels of %x", colour).isGreaterThan(100);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lateness", "pending-lateness", "pending-delivered", "pending-cancel"})
    void vectorsShouldHaveLineOfEachContender(String name) throws IOException {
        save(name);
        String svg = Files.readString(folder.resolve(name + ".svg"));
        assertThat(svg).contains("<svg", "</svg>");
        assertThat(svg).contains("rgb(0,114,178)", "rgb(213,94,0)", "rgb(204,121,167)", "rgb(0,158,115)");
    }

    private void save(String name) throws IOException {
        for (Picture picture : Pictures.of(SampleResults.create())) {
            if (picture.name().equals(name)) {
                picture.save(folder);
            }
        }
    }

    private static int pixels(BufferedImage image, int colour) {
        int number = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                number += image.getRGB(x, y) == colour ? 1 : 0;
            }
        }
        return number;
    }
}
