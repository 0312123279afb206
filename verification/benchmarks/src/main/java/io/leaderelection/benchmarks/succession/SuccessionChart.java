/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * A chart of the results: one row for each contender and scenario, on a logarithmic
 * scale.
 */
final class SuccessionChart {

	private static final int WIDTH = 960;

	private static final int LEFT = 300;

	private static final int RIGHT = 180;

	private static final int ROW = 22;

	private static final int HEADER = 34;

	private static final int TOP = 104;

	private static final int BOTTOM = 20;

	private static final String STYLE = """
			<style>
			  svg { color-scheme: light dark; }
			  .ground { fill: #ffffff; }
			  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
			  .title { font-size: 17px; font-weight: 600; }
			  .scenario { font-weight: 600; }
			  .note, .tick { fill: #59636e; font-size: 12px; paint-order: stroke; stroke: #ffffff; stroke-width: 5px; }
			  .grid { stroke: #d1d9e0; }
			  .ours { stroke: #0969da; fill: #0969da; }
			  .other { stroke: #818b98; fill: #818b98; }
			  .ring { fill: #ffffff; stroke-width: 2; }
			  .ours-name { font-weight: 600; }
			  .two { fill: #cf222e; font-weight: 600; }
			  @media (prefers-color-scheme: dark) {
			    .ground { fill: #0d1117; }
			    text { fill: #f0f6fc; }
			    .note, .tick { fill: #9198a1; stroke: #0d1117; }
			    .grid { stroke: #3d444d; }
			    .ours { stroke: #4493f8; fill: #4493f8; }
			    .other { stroke: #9198a1; fill: #9198a1; }
			    .ring { fill: #0d1117; }
			    .two { fill: #f85149; }
			  }
			</style>
			""";

	private final List<Results> results;

	private final RunArguments arguments;

	private double decades;

	private double lowest;

	/**
	 * Creates the chart.
	 * @param results the results; those without rounds are omitted
	 * @param arguments the arguments of the run
	 */
	SuccessionChart(List<Results> results, RunArguments arguments) {
		this.results = results.stream().filter((result) -> result.sorted(Round::took).length > 0).toList();
		this.arguments = arguments;
	}

	/**
	 * Draws the chart.
	 * @return an SVG document
	 */
	String toSvg() {
		double smallest = this.results.stream()
			.flatMapToDouble((result) -> DoubleStream.of(result.sorted(Round::took)[0], median(result, Round::vacancy)))
			.filter((value) -> value > 0)
			.min()
			.orElse(1);
		double largest = this.results.stream()
			.mapToDouble((result) -> Results.quantile(result.sorted(Round::took), 1))
			.max()
			.orElse(1000);
		this.lowest = Math.floor(Math.log10(Math.max(0.01, smallest)));
		this.decades = Math.max(1, Math.ceil(Math.log10(largest)) - this.lowest);
		StringBuilder rows = new StringBuilder();
		int y = TOP;
		for (Scenario scenario : this.arguments.scenarios()) {
			List<Results> of = this.results.stream().filter((result) -> result.scenario() == scenario).toList();
			if (!of.isEmpty()) {
				y += HEADER;
				rows.append(format(
						"<text class='scenario' x='16' y='%d'>%s</text>"
								+ "<text class='note' x='%d' y='%d'>%s</text>%n",
						y - 8, scenario, LEFT, y - 8, scenario.measured()));
				for (Results result : of) {
					rows.append(row(result, y));
					y += ROW;
				}
			}
		}
		int height = y + BOTTOM;
		return format("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
				+ "role='img' aria-label='Succession benchmark'>%n", WIDTH, height, WIDTH, height) + STYLE
				+ format("<rect class='ground' width='%d' height='%d'/>%n", WIDTH, height) + head() + grid(y) + rows
				+ "</svg>\n";
	}

	private String head() {
		return format("<text class='title' x='16' y='28'>Until the next one leads</text>%n"
				+ "<text class='note' x='16' y='48'>Milliseconds, logarithmic. Dot: median. Thick: up to p90. Thin: "
				+ "min to max. Ring: median of the time without a leader, if shorter.</text>%n"
				+ "<text class='note' x='16' y='66'>%d rounds. Lease %s s; in black-hole every library's default. two: "
				+ "rounds in which two led at once.</text>%n", this.arguments.rounds(),
				this.arguments.lease().toMillis() / 1000.0);
	}

	private String grid(int bottom) {
		StringBuilder lines = new StringBuilder();
		for (int decade = 0; decade <= this.decades; decade++) {
			double value = Math.pow(10, this.lowest + decade);
			lines.append(format(
					"<line class='grid' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>"
							+ "<text class='tick' text-anchor='middle' x='%.1f' y='%d'>%s</text>%n",
					x(value), TOP, x(value), bottom, x(value), TOP - 8, tick(value)));
		}
		return lines.toString();
	}

	private static String tick(double millis) {
		return (millis < 1000) ? format("%s ms", (millis < 1) ? format("%.2g", millis) : format("%.0f", millis))
				: format("%.0f s", millis / 1000);
	}

	private String row(Results result, int y) {
		double[] took = result.sorted(Round::took);
		double median = Results.quantile(took, 0.5);
		int middle = y + ROW / 2;
		String type = (result.contender().isOurs()) ? "ours" : "other";
		String name = result.contender().name() + ", " + result.contender().store();
		long two = result.rounds().stream().filter((round) -> round.overlap() > 0).count();
		String figures = (median < 1000) ? format("%.1f ms", median) : format("%.2f s", median / 1000);
		return format("<text class='%s-name' x='16' y='%d'>%s</text>%n", type, middle + 4, name)
				+ format(
						"<g class='%s'><title>%s: median %.1f, p90 %.1f, max %.1f ms, %d rounds</title>"
								+ "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke-width='1.5'/>"
								+ "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke-width='5'/>"
								+ "<circle cx='%.1f' cy='%d' r='5'/>%s</g>%n",
						type, name, median, Results.quantile(took, 0.9), Results.quantile(took, 1), took.length,
						x(took[0]), middle, x(Results.quantile(took, 1)), middle, x(median), middle,
						x(Results.quantile(took, 0.9)), middle, x(median), middle, vacancy(result, median, middle))
				+ format("<text x='%d' y='%d'>%s</text>%n", WIDTH - RIGHT + 16, middle + 4, figures)
				+ ((two > 0) ? format("<text class='two' x='%d' y='%d'>two: %d/%d</text>%n", WIDTH - RIGHT + 92,
						middle + 4, two, took.length) : "");
	}

	/** Draws the vacancy if it is known and shorter by more than the width of a dot. */
	private String vacancy(Results result, double median, int middle) {
		double vacancy = median(result, Round::vacancy);
		return (vacancy > 0 && vacancy < 0.8 * median)
				? format("<circle class='ring' cx='%.1f' cy='%d' r='4.5'/>", x(vacancy), middle) : "";
	}

	private static double median(Results result, ToDoubleFunction<Round> figure) {
		return Results.quantile(result.sorted(figure), 0.5);
	}

	private double x(double millis) {
		double share = (Math.log10(Math.max(millis, Math.pow(10, this.lowest))) - this.lowest) / this.decades;
		return LEFT + share * (WIDTH - LEFT - RIGHT);
	}

	@SuppressWarnings("AnnotateFormatMethod")
	private static String format(String format, Object... values) {
		return String.format(Locale.ROOT, format, values);
	}

}
