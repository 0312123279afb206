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
import java.util.stream.Stream;

import io.leaderelection.history.History;
import io.leaderelection.history.RunFolder;
import io.leaderelection.history.RunProperties;

/**
 * Draws a run as SVG: a row for each instance and one for the store, leadership as bars,
 * faults as lines below, and vacancies in a band above. Tooltips name what they are.
 */
public final class Picture {

	/** The name of the file in a run's folder. */
	public static final String FILE = "picture.svg";

	private static final double LEFT = 70;

	private static final double TOP = 64;

	private static final double BAND = 16;

	private static final double ROW = 44;

	/** Successive terms alternate between them. */
	private static final List<String> TERM_COLOURS = List.of("#2563eb", "#0d9488");

	private static final List<Integer> STEPS = List.of(1, 2, 5, 10, 20, 30, 60, 120, 300, 600);

	private static final double NARROWEST_STEP = 60;

	private final Run run;

	private final RunProperties properties;

	private final Svg svg = new Svg();

	/** The instances, and one row for other targets. */
	private final List<String> rows;

	private final double seconds;

	private final double perSecond;

	private Picture(Run run) {
		this.run = run;
		this.properties = run.properties();
		this.rows = Stream
			.concat(run.folder.processes().stream().map((history) -> History.instance(history.process())).distinct(),
					Stream.of("store"))
			.toList();
		this.seconds = Math.max(1, (this.properties.end() - this.properties.start()) / 1e9);
		this.perSecond = Math.max(1.5, Math.min(6, 2400 / this.seconds));
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

	private String draw() {
		axis();
		for (String row : this.rows) {
			this.svg.line(LEFT, top(row), LEFT + this.seconds * this.perSecond, top(row), "stroke=\"#d1d5db\"");
			this.svg.label(LEFT - 8, top(row) + ROW / 2 + 4, "text-anchor=\"end\"", row);
		}
		this.svg.label(LEFT - 8, TOP + 11, "text-anchor=\"end\" fill=\"#b91c1c\"", "vacant");
		for (ElectionHistory election : this.run.elections) {
			Vacancy.of(this.run, election).forEach(this::vacancy);
			terms(election);
		}
		this.run.faults.forEach(this::fault);
		return this.svg.drawing(Math.max(900, LEFT + this.seconds * this.perSecond + 30), bottom() + 40);
	}

	/** Draws the time, and the window without faults. */
	private void axis() {
		this.svg.label(LEFT, 22, "font-size=\"16\" font-weight=\"bold\"",
				"%s, seed %d, %.0f s".formatted(this.properties.store(), this.properties.seed(), this.seconds));
		this.svg.label(LEFT, 42, "fill=\"#4b5563\"",
				"Bars: terms. Lines below them: faults, dark on the leader. Vacancies are dark if they are too long");
		Interval quiet = this.run.quiet;
		if (quiet != null) {
			box(quiet, TOP, bottom() - TOP, "fill=\"#f3f4f6\"", "no faults" + span(quiet));
		}
		int step = STEPS.stream()
			.filter((each) -> each * this.perSecond >= NARROWEST_STEP)
			.findFirst()
			.orElse(STEPS.get(STEPS.size() - 1));
		for (int second = 0; second <= this.seconds; second += step) {
			double x = LEFT + second * this.perSecond;
			this.svg.line(x, TOP, x, bottom() + 4, "stroke=\"#e5e7eb\"");
			this.svg.label(x, bottom() + 18, "text-anchor=\"middle\" fill=\"#4b5563\"", second + " s");
		}
	}

	private void vacancy(Vacancy vacancy) {
		box(vacancy.window(), TOP, BAND - 4, (vacancy.isTooLong()) ? "fill=\"#7f1d1d\"" : "fill=\"#fca5a5\"",
				"%s: no leader for %s, %s of it since %s (bound %s)".formatted(at(vacancy.window().from()),
						Findings.millis(vacancy.window().length()), Findings.millis(vacancy.counted()),
						vacancy.reason(), Findings.millis(vacancy.bound())));
	}

	private void terms(ElectionHistory election) {
		List<Term> terms = new ArrayList<>();
		for (Span span : Span.of(election)) {
			if (!terms.contains(span.term())) {
				terms.add(span.term());
			}
			box(span.window(), top(span.term().instance()) + 6, 16,
					"fill=\"" + TERM_COLOURS.get(terms.indexOf(span.term()) % TERM_COLOURS.size()) + "\"",
					"%s leads with token %d".formatted(span.term().process, span.term().token) + span(span.window()));
		}
	}

	private void fault(FaultWindow fault) {
		box(fault.window(), top(fault.target()) + ROW - 14, 8,
				(fault.hitsLeader()) ? "fill=\"#b91c1c\"" : "fill=\"#c2410c\" fill-opacity=\"0.4\"",
				fault.kind() + " of " + fault.target() + span(fault.window())
						+ ((fault.hitsLeader()) ? ", the leader" : "")
						+ ((fault.breaks()) ? ", outside the guarantees" : ""));
	}

	/** Draws a box from the start of an interval to its end. */
	private void box(Interval window, double y, double height, String style, String title) {
		this.svg.box(x(window.from()), y, x(window.to()) - x(window.from()), height, style, title);
	}

	private double x(long stamp) {
		double second = (stamp - this.properties.start()) / 1e9;
		return LEFT + Math.max(0, Math.min(this.seconds, second)) * this.perSecond;
	}

	/** Returns the upper edge of the row of an instance or another target. */
	private double top(String target) {
		int row = this.rows.indexOf(target);
		return TOP + BAND + ((row >= 0) ? row : this.rows.size() - 1) * ROW;
	}

	private double bottom() {
		return TOP + BAND + this.rows.size() * ROW;
	}

	private String span(Interval window) {
		return " from " + at(window.from()) + " to " + at(window.to());
	}

	private String at(long stamp) {
		return Svg.number((stamp - this.properties.start()) / 1e9) + " s";
	}

}
