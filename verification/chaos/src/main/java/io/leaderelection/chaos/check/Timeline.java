/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.history.History;
import io.leaderelection.history.RunFolder;
import io.leaderelection.history.RunProperties;
import org.jspecify.annotations.Nullable;

/**
 * The course of a run, for a picture of it. Stamps are of the monotonic clock, in
 * nanoseconds.
 *
 * @param properties the settings of the run
 * @param instances the names of the instances, sorted
 * @param lives the lifetimes of the processes, as far as they recorded them
 * @param terms the times in which they led
 * @param vacancies the times without a leader
 * @param overlaps the times with two leaders
 * @param faults the injected faults
 * @param quiet the window without faults, or {@code null}
 */
public record Timeline(RunProperties properties, List<String> instances, List<Life> lives, List<Leads> terms,
		List<Vacant> vacancies, List<Overlap> overlaps, List<Injected> faults, @Nullable Quiet quiet) {

	/**
	 * The life of a process.
	 *
	 * @param process its name
	 * @param from its first stamp
	 * @param to its last stamp
	 */
	public record Life(String process, long from, long to) {
	}

	/**
	 * A time in which a process led.
	 *
	 * @param process its name
	 * @param token the fencing token
	 * @param ordinal the number of the term, from 0 on
	 * @param from the first answer
	 * @param to the last question
	 */
	public record Leads(String process, long token, int ordinal, long from, long to) {
	}

	/**
	 * A time without a leader.
	 *
	 * @param from its start
	 * @param to its end
	 * @param tooLong whether it took longer than its bound
	 * @param text its description
	 */
	public record Vacant(long from, long to, boolean tooLong, String text) {
	}

	/**
	 * A time with two leaders.
	 *
	 * @param from its start
	 * @param to its end
	 * @param text the two terms
	 */
	public record Overlap(long from, long to, String text) {
	}

	/**
	 * A fault.
	 *
	 * @param kind the kind of fault
	 * @param target the instance it hits, or another target, such as the store
	 * @param hitsLeader whether the target led
	 * @param breaks whether the guarantees do not cover it
	 * @param from its start
	 * @param to its end
	 */
	public record Injected(String kind, String target, boolean hitsLeader, boolean breaks, long from, long to) {
	}

	/**
	 * A window without faults.
	 *
	 * @param from its start
	 * @param to its end
	 */
	public record Quiet(long from, long to) {
	}

	/**
	 * Reads a run.
	 * @param folder the run's folder
	 * @return the timeline
	 * @throws io.leaderelection.history.HistoryFormatException if it cannot be read
	 */
	public static Timeline of(Path folder) {
		Run run = new Run(RunFolder.read(folder));
		List<Leads> terms = new ArrayList<>();
		List<Vacant> vacancies = new ArrayList<>();
		List<Overlap> overlaps = new ArrayList<>();
		for (ElectionHistory election : run.elections) {
			List<Span> spans = Span.of(election);
			for (Span span : spans) {
				terms.add(new Leads(span.term().process, span.term().token, election.believed.indexOf(span.term()),
						span.window().from(), span.window().to()));
			}
			Vacancy.of(run, election).forEach((vacancy) -> vacancies.add(vacant(vacancy)));
			overlaps.addAll(overlaps(spans));
		}
		return new Timeline(run.properties(), instances(run), lives(run), terms, vacancies, overlaps,
				run.faults.stream().map(Timeline::injected).toList(),
				(run.quiet != null) ? new Quiet(run.quiet.from(), run.quiet.to()) : null);
	}

	private static List<Overlap> overlaps(List<Span> spans) {
		List<Overlap> overlaps = new ArrayList<>();
		for (int i = 0; i < spans.size(); i++) {
			for (int j = i + 1; j < spans.size(); j++) {
				Interval overlap = spans.get(i).window().intersection(spans.get(j).window());
				if (overlap.length() > 0 && !spans.get(i).term().process.equals(spans.get(j).term().process)) {
					overlaps.add(new Overlap(overlap.from(), overlap.to(), spans.get(i).term() + " and "
							+ spans.get(j).term() + ", " + Findings.millis(overlap.length())));
				}
			}
		}
		return overlaps;
	}

	private static Vacant vacant(Vacancy vacancy) {
		return new Vacant(vacancy.window().from(), vacancy.window().to(), vacancy.isTooLong(),
				"no leader for %s, %s of it since %s (bound %s)".formatted(Findings.millis(vacancy.window().length()),
						Findings.millis(vacancy.counted()), vacancy.reason(), Findings.millis(vacancy.bound())));
	}

	private static Injected injected(FaultWindow fault) {
		return new Injected(fault.kind(), fault.target(), fault.hitsLeader(), fault.breaks(), fault.from(), fault.to());
	}

	private static List<String> instances(Run run) {
		return Stream
			.concat(run.folder.processes().stream().map((history) -> History.instance(history.process())),
					run.faults.stream().filter(FaultWindow::hitsInstance).map(FaultWindow::target))
			.distinct()
			.sorted()
			.toList();
	}

	private static List<Life> lives(Run run) {
		return run.folder.processes()
			.stream()
			.filter((history) -> !history.entries().isEmpty())
			.map((history) -> new Life(history.process(),
					history.entries().stream().mapToLong((entry) -> entry.event().before()).min().orElseThrow(),
					history.entries().stream().mapToLong((entry) -> entry.event().after()).max().orElseThrow()))
			.toList();
	}

}
