/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.picture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.chaos.check.Timeline;
import io.leaderelection.history.History;
import io.leaderelection.history.RunProperties;
import io.leaderelection.servers.drawing.Svg;

/**
 * Draws a run as SVG: a row for each instance and one for other targets, leadership as
 * bars, faults as marks with a letter, and vacancies and overlaps in a band above.
 */
public final class Picture {

	/** The name of the file in a run's folder. */
	public static final String FILE = "picture.svg";

	private static final double LEFT = 70;

	private static final double RIGHT = 30;

	private static final double TOP = 64;

	private static final double BAND = 16;

	private static final double ROW = 44;

	private static final double BAR = 16;

	private static final double LEGEND_COLUMN = 230;

	private static final double LEGEND_LINE = 18;

	/** Successive terms alternate between them. */
	private static final List<String> TERM_COLOURS = List.of("#2563eb", "#0d9488");

	private static final List<Integer> STEPS = List.of(1, 2, 5, 10, 20, 30, 60, 120, 300, 600);

	private static final double NARROWEST_STEP = 60;

	private final Timeline timeline;

	private final Svg svg = new Svg();

	private final FaultKinds kinds;

	/** The instances, and one row for other targets. */
	private final List<String> rows;

	private final double perSecond;

	private Picture(Timeline timeline) {
		this.timeline = timeline;
		this.kinds = new FaultKinds(timeline.faults());
		boolean others = timeline.faults().stream().anyMatch((fault) -> !timeline.instances().contains(fault.target()));
		this.rows = (others) ? Stream.concat(timeline.instances().stream(), Stream.of("store")).toList()
				: timeline.instances();
		this.perSecond = Math.max(1.5, Math.min(6, 2400 / seconds()));
	}

	/**
	 * Draws a run.
	 * @param timeline the course of the run
	 * @return the picture
	 */
	public static String of(Timeline timeline) {
		return new Picture(timeline).draw();
	}

	/**
	 * Draws a run into its folder.
	 * @param folder the run's folder
	 * @return the file
	 */
	public static Path draw(Path folder) {
		try {
			return Files.writeString(folder.resolve(FILE), of(Timeline.of(folder)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Draws a run into its folder and prints the name of the file.
	 * @param arguments the run's folder
	 */
	public static void main(String[] arguments) {
		if (arguments.length != 1) {
			System.err.println("Usage: Picture FOLDER, where FOLDER is the folder of a run");
			System.exit(2);
			return;
		}
		System.out.println(draw(Path.of(arguments[0])));
	}

	private double seconds() {
		RunProperties properties = this.timeline.properties();
		return Math.max(1, (properties.end() - properties.start()) / 1e9);
	}

	private double x(long stamp) {
		double seconds = (stamp - this.timeline.properties().start()) / 1e9;
		return LEFT + Math.max(0, Math.min(seconds(), seconds)) * this.perSecond;
	}

	private double bottom() {
		return TOP + BAND + this.rows.size() * ROW;
	}

	private double width() {
		return Math.max(900, LEFT + seconds() * this.perSecond + RIGHT);
	}

	private String at(long stamp) {
		return Svg.number((stamp - this.timeline.properties().start()) / 1e9) + " s";
	}

	private String draw() {
		title();
		axis();
		band();
		for (int i = 0; i < this.rows.size(); i++) {
			row(this.rows.get(i), TOP + BAND + i * ROW);
		}
		double height = legend(bottom() + 40);
		return this.svg.drawing(width(), height);
	}

	private void title() {
		RunProperties properties = this.timeline.properties();
		this.svg.label(LEFT, 22, "font-size=\"16\" font-weight=\"bold\"",
				"%s, seed %d, %.0f s".formatted(properties.store(), properties.seed(), seconds()));
		long terms = this.timeline.terms().stream().mapToInt(Timeline.Leads::ordinal).distinct().count();
		this.svg.label(LEFT, 42, "fill=\"#4b5563\"",
				"lease %d ms, margin %d ms, retry %d ms; %d terms, %d faults, %d of them on the leader; %d overlaps"
					.formatted(properties.leaseMillis(), properties.marginMillis(), properties.retryMillis(), terms,
							this.timeline.faults().size(),
							this.timeline.faults().stream().filter(Timeline.Injected::hitsLeader).count(),
							this.timeline.overlaps().size()));
	}

	private void axis() {
		Timeline.Quiet quiet = this.timeline.quiet();
		if (quiet != null) {
			this.svg.box(x(quiet.from()), TOP, x(quiet.to()) - x(quiet.from()), bottom() - TOP, "fill=\"#f3f4f6\"",
					"no faults from " + at(quiet.from()) + " to " + at(quiet.to()));
		}
		int step = STEPS.stream()
			.filter((each) -> each * this.perSecond >= NARROWEST_STEP)
			.findFirst()
			.orElse(STEPS.get(STEPS.size() - 1));
		for (int second = 0; second <= seconds(); second += step) {
			double x = LEFT + second * this.perSecond;
			this.svg.line(x, TOP, x, bottom() + 4, "stroke=\"#e5e7eb\"");
			this.svg.label(x, bottom() + 18, "text-anchor=\"middle\" fill=\"#4b5563\"", second + " s");
		}
	}

	private void band() {
		this.svg.label(LEFT - 8, TOP + 11, "text-anchor=\"end\" fill=\"#b91c1c\"", "vacant");
		for (Timeline.Vacant vacancy : this.timeline.vacancies()) {
			this.svg.box(x(vacancy.from()), TOP, x(vacancy.to()) - x(vacancy.from()), BAND - 4,
					(vacancy.tooLong()) ? "fill=\"#7f1d1d\" stroke=\"#000000\"" : "fill=\"#fca5a5\"",
					at(vacancy.from()) + ": " + vacancy.text());
		}
		for (Timeline.Overlap overlap : this.timeline.overlaps()) {
			this.svg.box(x(overlap.from()), TOP - 4, Math.max(3, x(overlap.to()) - x(overlap.from())),
					bottom() - TOP + 4, "fill=\"#dc2626\" fill-opacity=\"0.35\" stroke=\"#dc2626\"",
					at(overlap.from()) + ": " + overlap.text());
		}
	}

	private void row(String name, double top) {
		this.svg.line(LEFT, top, width() - RIGHT, top, "stroke=\"#d1d5db\"");
		this.svg.label(LEFT - 8, top + ROW / 2 + 4, "text-anchor=\"end\"", name);
		double middle = top + 14;
		for (Timeline.Life life : this.timeline.lives()) {
			if (History.instance(life.process()).equals(name)) {
				this.svg.box(x(life.from()), middle - 2, x(life.to()) - x(life.from()), 4, "fill=\"#d1d5db\"",
						life.process() + " from " + at(life.from()) + " to " + at(life.to()));
			}
		}
		for (Timeline.Leads term : this.timeline.terms()) {
			if (History.instance(term.process()).equals(name)) {
				this.svg.box(x(term.from()), middle - BAR / 2, x(term.to()) - x(term.from()), BAR,
						"fill=\"" + TERM_COLOURS.get(term.ordinal() % TERM_COLOURS.size()) + "\"",
						"%s leads with token %d from %s to %s".formatted(term.process(), term.token(), at(term.from()),
								at(term.to())));
			}
		}
		for (Timeline.Injected fault : this.timeline.faults()) {
			if (fault.target().equals(name)
					|| (name.equals("store") && !this.timeline.instances().contains(fault.target()))) {
				fault(fault, top + ROW - 10);
			}
		}
	}

	private void fault(Timeline.Injected fault, double y) {
		String colour = this.kinds.colour(fault.kind());
		String title = "%s of %s from %s to %s%s%s".formatted(fault.kind(), fault.target(), at(fault.from()),
				at(fault.to()), (fault.hitsLeader()) ? ", the leader" : "",
				(fault.breaks()) ? ", outside the guarantees" : "");
		this.svg.box(x(fault.from()), y - 2, x(fault.to()) - x(fault.from()), 4,
				"fill=\"" + colour + "\" fill-opacity=\"0.5\"", title);
		mark(x(fault.from()), y, fault.kind(), fault.hitsLeader(), title);
	}

	private void mark(double x, double y, String kind, boolean filled, String title) {
		String colour = this.kinds.colour(kind);
		this.svg.circle(x, y, 7,
				"fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"".formatted((filled) ? colour : "#ffffff", colour),
				title);
		this.svg.label(x, y + 3.5,
				"text-anchor=\"middle\" font-size=\"10\" font-weight=\"bold\" pointer-events=\"none\" fill=\"%s\""
					.formatted((filled) ? "#ffffff" : colour),
				this.kinds.letter(kind));
	}

	private double legend(double top) {
		this.svg.label(LEFT, top, "font-weight=\"bold\"",
				"Faults (filled: on the leader; the line behind lasts as long as the fault)");
		int columns = Math.max(1, (int) ((width() - LEFT) / LEGEND_COLUMN));
		List<String> kinds = this.kinds.names();
		for (int i = 0; i < kinds.size(); i++) {
			double x = LEFT + 8 + (i % columns) * LEGEND_COLUMN;
			double y = top + LEGEND_LINE * (1 + i / columns);
			mark(x, y, kinds.get(i), true, kinds.get(i));
			this.svg.label(x + 13, y + 4, "", kinds.get(i) + " (" + this.kinds.count(kinds.get(i)) + ")");
		}
		double y = top + LEGEND_LINE * (2 + (kinds.size() + columns - 1) / columns);
		this.svg.box(LEFT, y - 10, 24, 12, "fill=\"" + TERM_COLOURS.get(0) + "\"", "a term");
		this.svg.box(LEFT + 26, y - 10, 24, 12, "fill=\"" + TERM_COLOURS.get(1) + "\"", "the next term");
		this.svg.label(LEFT + 56, y, "", "leads, term by term");
		this.svg.box(LEFT + 230, y - 10, 24, 12, "fill=\"#fca5a5\"", "vacancy");
		this.svg.label(LEFT + 260, y, "", "no leader (framed: for too long)");
		this.svg.box(LEFT + 480, y - 10, 24, 12, "fill=\"#dc2626\" fill-opacity=\"0.35\" stroke=\"#dc2626\"",
				"overlap");
		this.svg.label(LEFT + 510, y, "", "two lead");
		return y + 20;
	}

}
