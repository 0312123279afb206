/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.leaderelection.history.History;
import io.leaderelection.history.RunFolder;
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

	private final Run run;

	private final RunProperties properties;

	/** The times in which a process led, term by term. */
	private final List<Span> spans = new ArrayList<>();

	private final List<Vacancy> vacancies = new ArrayList<>();

	private final List<Overlap> overlaps = new ArrayList<>();

	private final Svg svg = new Svg();

	private final FaultKinds kinds;

	private final List<String> instances;

	/** The instances, and one row for other targets. */
	private final List<String> rows;

	private final double perSecond;

	private Picture(Run run) {
		this.run = run;
		this.properties = run.properties();
		for (ElectionHistory election : run.elections) {
			List<Span> spans = Span.of(election);
			this.spans.addAll(spans);
			this.vacancies.addAll(Vacancy.of(run, election));
			addOverlaps(spans);
		}
		this.kinds = new FaultKinds(run.faults);
		this.instances = Stream
			.concat(run.folder.processes().stream().map((history) -> History.instance(history.process())),
					run.faults.stream().filter(FaultWindow::hitsInstance).map(FaultWindow::target))
			.distinct()
			.sorted()
			.toList();
		boolean others = run.faults.stream().anyMatch((fault) -> !this.instances.contains(fault.target()));
		this.rows = (others) ? Stream.concat(this.instances.stream(), Stream.of("store")).toList() : this.instances;
		this.perSecond = Math.max(1.5, Math.min(6, 2400 / seconds()));
	}

	private void addOverlaps(List<Span> spans) {
		for (int i = 0; i < spans.size(); i++) {
			for (Span later : spans.subList(i + 1, spans.size())) {
				Span span = spans.get(i);
				Interval window = span.window().intersection(later.window());
				if (window.length() > 0 && !span.term().process.equals(later.term().process)) {
					this.overlaps.add(new Overlap(window,
							span.term() + " and " + later.term() + ", " + Findings.millis(window.length())));
				}
			}
		}
	}

	/**
	 * Draws a run into its folder.
	 * @param folder the run's folder
	 * @return the file
	 */
	public static Path draw(Path folder) {
		try {
			return Files.writeString(folder.resolve(FILE), new Picture(new Run(RunFolder.read(folder))).draw());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private double seconds() {
		return Math.max(1, (this.properties.end() - this.properties.start()) / 1e9);
	}

	private double x(long stamp) {
		double seconds = (stamp - this.properties.start()) / 1e9;
		return LEFT + Math.max(0, Math.min(seconds(), seconds)) * this.perSecond;
	}

	private double bottom() {
		return TOP + BAND + this.rows.size() * ROW;
	}

	private double width() {
		return Math.max(900, LEFT + seconds() * this.perSecond + RIGHT);
	}

	/** Draws a box from the start of an interval to its end. */
	private void box(Interval window, double y, double height, String style, String title) {
		this.svg.box(x(window.from()), y, x(window.to()) - x(window.from()), height, style, title);
	}

	private String at(long stamp) {
		return Svg.number((stamp - this.properties.start()) / 1e9) + " s";
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
		this.svg.label(LEFT, 22, "font-size=\"16\" font-weight=\"bold\"",
				"%s, seed %d, %.0f s".formatted(this.properties.store(), this.properties.seed(), seconds()));
		this.svg.label(LEFT, 42, "fill=\"#4b5563\"",
				"lease %d ms, margin %d ms, retry %d ms; %d terms, %d faults, %d of them on the leader; %d overlaps"
					.formatted(this.properties.leaseMillis(), this.properties.marginMillis(),
							this.properties.retryMillis(), this.spans.stream().map(Span::term).distinct().count(),
							this.run.faults.size(), this.run.faults.stream().filter(FaultWindow::hitsLeader).count(),
							this.overlaps.size()));
	}

	private void axis() {
		Interval quiet = this.run.quiet;
		if (quiet != null) {
			box(quiet, TOP, bottom() - TOP, "fill=\"#f3f4f6\"",
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
		for (Vacancy vacancy : this.vacancies) {
			box(vacancy.window(), TOP, BAND - 4,
					(vacancy.isTooLong()) ? "fill=\"#7f1d1d\" stroke=\"#000000\"" : "fill=\"#fca5a5\"",
					"%s: no leader for %s, %s of it since %s (bound %s)".formatted(at(vacancy.window().from()),
							Findings.millis(vacancy.window().length()), Findings.millis(vacancy.counted()),
							vacancy.reason(), Findings.millis(vacancy.bound())));
		}
		for (Overlap overlap : this.overlaps) {
			double x = x(overlap.window().from());
			this.svg.box(x, TOP - 4, Math.max(3, x(overlap.window().to()) - x), bottom() - TOP + 4,
					"fill=\"#dc2626\" fill-opacity=\"0.35\" stroke=\"#dc2626\"",
					at(overlap.window().from()) + ": " + overlap.text());
		}
	}

	private void row(String name, double top) {
		this.svg.line(LEFT, top, width() - RIGHT, top, "stroke=\"#d1d5db\"");
		this.svg.label(LEFT - 8, top + ROW / 2 + 4, "text-anchor=\"end\"", name);
		double middle = top + 14;
		for (History process : this.run.folder.processes()) {
			if (History.instance(process.process()).equals(name) && !process.entries().isEmpty()) {
				Interval life = life(process);
				box(life, middle - 2, 4, "fill=\"#d1d5db\"",
						process.process() + " from " + at(life.from()) + " to " + at(life.to()));
			}
		}
		List<Term> terms = this.spans.stream().map(Span::term).distinct().toList();
		for (Span span : this.spans) {
			if (span.term().instance().equals(name)) {
				String colour = TERM_COLOURS.get(terms.indexOf(span.term()) % TERM_COLOURS.size());
				box(span.window(), middle - BAR / 2, BAR, "fill=\"" + colour + "\"",
						"%s leads with token %d from %s to %s".formatted(span.term().process, span.term().token,
								at(span.window().from()), at(span.window().to())));
			}
		}
		for (FaultWindow fault : this.run.faults) {
			if (fault.target().equals(name) || (name.equals("store") && !this.instances.contains(fault.target()))) {
				fault(fault, top + ROW - 10);
			}
		}
	}

	private static Interval life(History process) {
		LongSummaryStatistics stamps = process.entries()
			.stream()
			.flatMapToLong((entry) -> LongStream.of(entry.event().before(), entry.event().after()))
			.summaryStatistics();
		return new Interval(stamps.getMin(), stamps.getMax());
	}

	private void fault(FaultWindow fault, double y) {
		String colour = this.kinds.colour(fault.kind());
		String title = "%s of %s from %s to %s%s%s".formatted(fault.kind(), fault.target(), at(fault.from()),
				at(fault.to()), (fault.hitsLeader()) ? ", the leader" : "",
				(fault.breaks()) ? ", outside the guarantees" : "");
		box(fault.window(), y - 2, 4, "fill=\"" + colour + "\" fill-opacity=\"0.5\"", title);
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

	/**
	 * A time with two leaders.
	 *
	 * @param window from its start to its end
	 * @param text the two terms
	 */
	private record Overlap(Interval window, String text) {
	}

}
