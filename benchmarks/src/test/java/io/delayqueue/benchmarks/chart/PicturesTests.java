package io.delayqueue.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.measure.Results;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PicturesTests {

    @Test
    void nothingMeasuredShouldGiveNoPicture() {
        assertThat(Pictures.of(new Results())).isEmpty();
    }

    @Test
    void eachPictureShouldBeSavedAsBitmapAndAsVectors(@TempDir Path folder) throws IOException {
        for (Picture picture : Pictures.of(SampleResults.create())) {
            picture.save(folder);
        }
        for (String name : new String[] {"lateness", "pending-lateness", "pending-delivered", "pending-cancel"}) {
            BufferedImage image = ImageIO.read(folder.resolve(name + ".png").toFile());
            assertThat(image.getWidth()).isEqualTo(800);
            assertThat(image.getHeight()).isEqualTo(500);
            assertThat(folder.resolve(name + ".svg"))
                    .content()
                    .contains("<svg", "delayqueue", "Redisson", "ancestor", "limit");
        }
    }
}
