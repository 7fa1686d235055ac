package io.delayqueue.benchmarks.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Style of pictures: a contender has the same colour and mark in all of them. */
final class Look {

    private static final String FAMILY = Font.SANS_SERIF;

    /**
     * Colours of Okabe and Ito, which are distinguishable with any colour vision. If lines overlap, the broad one is visible
     * beneath the others and through their gaps.
     */
    private static final Map<String, Paint> PAINTS = Map.of(
            "delayqueue", new Paint(new Color(0x0072B2), SeriesMarkers.CIRCLE, stroke(5)),
            "Redisson", new Paint(new Color(0xD55E00), SeriesMarkers.SQUARE, stroke(2.5f)),
            "ancestor", new Paint(new Color(0xCC79A7), SeriesMarkers.TRIANGLE_UP, stroke(2.5f, 12, 8)),
            "limit", new Paint(new Color(0x009E73), SeriesMarkers.DIAMOND, stroke(2.5f, 3, 8)));

    private static final Paint OTHERS = new Paint(Color.DARK_GRAY, SeriesMarkers.CROSS, stroke(1));

    private Look() {}

    /** {@return a chart with these lines and linear axes} */
    static XYChart chart(String title, String x, String y, List<Line> lines) {
        XYChart chart = new XYChartBuilder()
                .width(800)
                .height(500)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        style(chart.getStyler());
        lines.forEach(line -> add(chart, line));
        return chart;
    }

    /** Makes y logarithmic, from a power of ten to another one so that at least these two are labelled. */
    static void logarithmic(XYChart chart, List<Line> lines) {
        DoubleSummaryStatistics y = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Line.Point::y)
                .summaryStatistics();
        double least = Math.floor(Math.log10(y.getMin()));
        double most = Math.max(least + 1, Math.ceil(Math.log10(y.getMax())));
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(Math.pow(10, least));
        chart.getStyler().setYAxisMax(Math.pow(10, most));
    }

    private static void add(XYChart chart, Line line) {
        Paint paint = PAINTS.getOrDefault(line.contender(), OTHERS);
        XYSeries series = chart.addSeries(
                line.contender(),
                line.points().stream().mapToDouble(Line.Point::x).toArray(),
                line.points().stream().mapToDouble(Line.Point::y).toArray());
        series.setLineColor(paint.color());
        series.setLineStyle(paint.stroke());
        series.setMarker(paint.marker());
        series.setMarkerColor(paint.color());
    }

    /** Lengths of dashes and gaps, or none for a solid line. */
    private static BasicStroke stroke(float width, float... dashes) {
        return new BasicStroke(
                width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes.length == 0 ? null : dashes, 0);
    }

    private static void style(XYStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xDDDDDD));
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setChartTitleFont(new Font(FAMILY, Font.BOLD, 16));
        styler.setAxisTitleFont(new Font(FAMILY, Font.PLAIN, 14));
        styler.setAxisTickLabelsFont(new Font(FAMILY, Font.PLAIN, 13));
        styler.setLegendFont(new Font(FAMILY, Font.PLAIN, 14));
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendSeriesLineLength(44);
        styler.setMarkerSize(8);
        styler.setChartPadding(14);
    }

    private record Paint(Color color, Marker marker, BasicStroke stroke) {}
}
