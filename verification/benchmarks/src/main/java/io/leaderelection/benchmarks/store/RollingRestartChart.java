/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.servers.drawing.Svg;

/**
 * A chart of the number of elections that each instance leads during a rolling restart: a
 * line for each instance, continued in the process that replaces the first one.
 */
final class RollingRestartChart {

	private static final int WIDTH = 960;

	private static final int HEIGHT = 420;

	private static final int LEFT = 56;

	private static final int RIGHT = 840;

	private static final int TOP = 84;

	private static final int BOTTOM = 368;

	private static final String NOTE = "fill=\"#4b5563\"";

	private static final String GRID = "stroke=\"#d1d5db\"";

	private static final List<String> COLOURS = List.of("#2563eb", "#c2410c", "#0d9488");

	private static final List<String> DASHES = List.of("none", "9 3", "2 3");

	private final Store store;

	private final int elections;

	private final long from;

	private final long until;

	private final List<List<History.Change>> lines = new ArrayList<>();

	private int most = 1;

	/**
	 * Creates an empty chart.
	 * @param store the store
	 * @param elections the number of elections
	 * @param from the first moment shown
	 * @param until the last moment shown
	 */
	RollingRestartChart(Store store, int elections, long from, long until) {
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
	void add(List<Integer> processes, List<History.Change> changes) {
		List<History.Change> own = changes.stream().filter((change) -> processes.contains(change.instance())).toList();
		this.lines.add(own);
		int count = 0;
		for (History.Change change : own) {
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
		Svg svg = new Svg()
			.label(16, 28, "font-size=\"17\" font-weight=\"600\"", "Elections led by each of three instances")
			.label(16, 48, NOTE, this.elections + " elections over " + this.store
					+ ", spread: a rolling restart, at default timings");
		for (int count = 0; count <= this.most; count += 10) {
			svg.line(LEFT, y(count), RIGHT, y(count), GRID)
				.label(LEFT - 8, y(count) + 4, NOTE + " text-anchor=\"end\"", Integer.toString(count));
		}
		for (long second = 0; second * 1_000_000_000 <= this.until - this.from; second += 20) {
			svg.label(x(this.from + second * 1_000_000_000), BOTTOM + 20, NOTE + " text-anchor=\"middle\"",
					second + " s");
		}
		for (int i = 0; i < restarts.size(); i++) {
			double x = x(restarts.get(i));
			svg.line(x, TOP - 6, x, BOTTOM, "stroke=\"#6b7280\" stroke-dasharray=\"4 4\"")
				.label(x, TOP - 12, NOTE + " text-anchor=\"middle\"", "restart of " + (i + 1));
		}
		drawLines(svg);
		return svg.drawing(WIDTH, HEIGHT);
	}

	/** Places names below each other where lines end at nearly the same height. */
	private void drawLines(Svg svg) {
		double last = Double.NEGATIVE_INFINITY;
		List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
		order.sort(Comparator.comparingInt(this::end).reversed());
		for (int line : order) {
			String colour = COLOURS.get(line);
			svg.path(path(this.lines.get(line)), "fill=\"none\" stroke-width=\"2\" stroke=\"" + colour
					+ "\" stroke-dasharray=\"" + DASHES.get(line) + "\"");
			last = Math.max(last + 17, y(end(line)) - 12);
			svg.label(RIGHT + 6, last, "font-weight=\"600\" fill=\"" + colour + "\"",
					"instance " + (line + 1) + ": " + end(line));
		}
	}

	private int end(int line) {
		return this.lines.get(line).stream().mapToInt(History.Change::number).sum();
	}

	private String path(List<History.Change> changes) {
		StringBuilder path = new StringBuilder();
		int count = 0;
		for (History.Change change : changes) {
			if (change.at() >= this.from) {
				path.append((path.isEmpty()) ? "M" + LEFT + " " + Svg.number(y(count)) : "");
				path.append(" H" + Svg.number(x(change.at())) + " V" + Svg.number(y(count + change.number())));
			}
			count += change.number();
		}
		return path + " H" + RIGHT;
	}

	private double x(long at) {
		return LEFT + (double) (at - this.from) / (this.until - this.from) * (RIGHT - LEFT);
	}

	private double y(int count) {
		return BOTTOM - (double) count / this.most * (BOTTOM - TOP);
	}

}
