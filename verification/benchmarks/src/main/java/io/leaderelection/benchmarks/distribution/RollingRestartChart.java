/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.leaderelection.benchmarks.distribution.SpreadHistory.SpreadChange;

/**
 * A chart of the number of elections that each instance leads during a rolling restart: a
 * line for each instance, continued in the process that replaces the first one.
 */
final class RollingRestartChart {

	private static final int WIDTH = 960;

	private static final int HEIGHT = 420;

	private static final int LEFT = 56;

	private static final int RIGHT = 120;

	private static final int TOP = 84;

	private static final int BOTTOM = 52;

	private static final String STYLE = """
			<style>
			  svg { color-scheme: light dark; }
			  .ground { fill: #ffffff; }
			  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
			  .title { font-size: 17px; font-weight: 600; }
			  .note { fill: #59636e; font-size: 12px; }
			  .grid { stroke: #d1d9e0; }
			  .restart { stroke: #818b98; stroke-dasharray: 4 4; }
			  .line { fill: none; stroke-width: 2; }
			  .name { font-weight: 600; }
			  .line0 { stroke: #0969da; } .name0 { fill: #0969da; }
			  .line1 { stroke: #bc4c00; stroke-dasharray: 9 3; } .name1 { fill: #bc4c00; }
			  .line2 { stroke: #1a7f37; stroke-dasharray: 2 3; stroke-width: 3; } .name2 { fill: #1a7f37; }
			  @media (prefers-color-scheme: dark) {
			    .ground { fill: #0d1117; }
			    text { fill: #f0f6fc; }
			    .note { fill: #9198a1; }
			    .grid { stroke: #3d444d; }
			    .restart { stroke: #9198a1; }
			    .line0 { stroke: #4493f8; } .name0 { fill: #4493f8; }
			    .line1 { stroke: #f0883e; } .name1 { fill: #f0883e; }
			    .line2 { stroke: #3fb950; } .name2 { fill: #3fb950; }
			  }
			</style>
			""";

	private final String store;

	private final int elections;

	private final long from;

	private final long until;

	private final List<List<SpreadChange>> lines = new ArrayList<>();

	private int most;

	/**
	 * Creates an empty chart.
	 * @param store the name of the store
	 * @param elections the number of elections
	 * @param from the first moment shown
	 * @param until the last moment shown
	 */
	RollingRestartChart(String store, int elections, long from, long until) {
		this.store = store;
		this.elections = elections;
		this.from = from;
		this.until = until;
	}

	/**
	 * Adds an instance.
	 * @param processes the numbers of its successive processes
	 * @param changes the changes of all processes
	 */
	void add(List<Integer> processes, List<SpreadChange> changes) {
		List<SpreadChange> own = changes.stream().filter((change) -> processes.contains(change.instance())).toList();
		this.lines.add(own);
		int count = 0;
		for (SpreadChange change : own) {
			count += change.number();
			if (change.at() >= this.from) {
				this.most = Math.max(this.most, count);
			}
		}
	}

	/**
	 * Draws the chart.
	 * @param restarts the times at which instances were restarted
	 * @return an SVG document
	 */
	String toSvg(List<Long> restarts) {
		StringBuilder svg = new StringBuilder(format(
				"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
						+ "role='img' aria-label='Elections led by each of three instances during a rolling restart'>%n",
				WIDTH, HEIGHT, WIDTH, HEIGHT))
			.append(STYLE)
			.append("<rect class='ground' width='100%' height='100%'/>\n")
			.append(format("<text class='title' x='16' y='28'>Elections led by each of three instances</text>%n"))
			.append(format("<text class='note' x='16' y='48'>%d elections over %s, spread: a rolling restart, "
					+ "lease 15 s, spread-delay 0 s</text>%n", this.elections, this.store));
		for (int count = 0; count <= this.most; count += 10) {
			svg.append(format("<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>", LEFT, y(count), WIDTH - RIGHT,
					y(count)))
				.append(format("<text class='note' x='%d' y='%.1f' text-anchor='end'>%d</text>%n", LEFT - 8,
						y(count) + 4, count));
		}
		for (long second = 0; second * 1_000_000_000 <= this.until - this.from; second += 20) {
			svg.append(format("<text class='note' x='%.1f' y='%d' text-anchor='middle'>%d s</text>%n",
					x(this.from + second * 1_000_000_000), HEIGHT - BOTTOM + 20, second));
		}
		int number = 1;
		for (long restart : restarts) {
			svg.append(format("<line class='restart' x1='%.1f' y1='%d' x2='%.1f' y2='%d'/>", x(restart), TOP - 6,
					x(restart), HEIGHT - BOTTOM))
				.append(format("<text class='note' x='%.1f' y='%d' text-anchor='middle'>restart of %d</text>%n",
						x(restart), TOP - 12, number++));
		}
		appendLines(svg);
		return svg.append("</svg>\n").toString();
	}

	/** Places names below each other where lines end at nearly the same height. */
	private void appendLines(StringBuilder svg) {
		double last = Double.NEGATIVE_INFINITY;
		List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
		order.sort((one, other) -> Integer.compare(end(other), end(one)));
		for (int line : order) {
			svg.append(format("<path class='line line%d' d='%s'/>%n", line, path(this.lines.get(line))));
			last = Math.max(last + 17, y(end(line)) - 12);
			svg.append(format("<text class='name name%d' x='%d' y='%.1f'>instance %d: %d</text>%n", line,
					WIDTH - RIGHT + 6, last, line + 1, end(line)));
		}
	}

	private int end(int line) {
		return this.lines.get(line).stream().mapToInt(SpreadChange::number).sum();
	}

	private String path(List<SpreadChange> changes) {
		StringBuilder path = new StringBuilder();
		int count = 0;
		for (SpreadChange change : changes) {
			if (change.at() >= this.from) {
				path.append((path.isEmpty()) ? format("M%d %.1f", LEFT, y(count)) : "")
					.append(format(" H%.1f V%.1f", x(change.at()), y(count + change.number())));
			}
			count += change.number();
		}
		return path + format(" H%d", WIDTH - RIGHT);
	}

	private double x(long at) {
		return LEFT + (double) (at - this.from) / (this.until - this.from) * (WIDTH - LEFT - RIGHT);
	}

	private double y(int count) {
		return HEIGHT - BOTTOM - (double) count / Math.max(1, this.most) * (HEIGHT - TOP - BOTTOM);
	}

	@SuppressWarnings("AnnotateFormatMethod")
	private static String format(String format, Object... values) {
		return String.format(Locale.ROOT, format, values);
	}

}
