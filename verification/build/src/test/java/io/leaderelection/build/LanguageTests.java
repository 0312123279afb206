/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Searches for words that this project does not use, in the Javadoc and comments of
 * published modules, the descriptions of properties, and pages. Code is not searched.
 */
class LanguageTests {

	private static final String CHECKED = String.join("|", "(leader-election-|stores/).*/src/main/.*\\.java",
			".*/additional-spring-configuration-metadata\\.json",
			"(README|CHANGELOG|CONTRIBUTING|RELEASING|SECURITY)\\.md", "verification/docs/maintaining\\.md",
			"docs/.*\\.md");

	/** Words that are not used, with what to use instead. */
	private static final List<Rule> RULES = List.of(
			Rule.of("(members?(hips?)?|participants?|applicants?)", "instance, candidate"),
			Rule.of("(hold|holds|held|holding|holders?)", "lead, own, keep; a lock is held"),
			Rule.of("(take|takes|took|taken|taking) on", "acquire, accept"),
			Rule.of("(hand-overs?|fail-overs?|time-outs?)", "handover, failover, timeout"),
			Rule.of("(tell|tells|told|telling)", "log, report, notify, publish, return, read, distinguish"),
			Rule.of("(is|are|was|were|be|been|being|not|all|doing) well", "healthy"), Rule.of("ill", "unhealthy"),
			Rule.of("(fit|fits|unfit)(?! (in|into|on)\\b)", "eligible"),
			Rule.of("since (it|they|he|we|this|that|these|those|there|no|not|nobody|nothing|none|only|each|every|all"
					+ "|any|some|both|neither|either|what|whoever|which|most|many|such|otherwise)",
					"because, or after if it means a time"),
			Rule.of("since (a|an|the|its|their|one|two) [-\\w ]{1,40}? (is|are|may|can|cannot|could|would|must|does|do"
					+ "|has|have|knows?|needs?|takes?)", "because, or after if it means a time"),
			Rule.of("(?<!there )(is|are|was|were) (no|none)(?! (longer|more|less|earlier|later|other|sooner|faster"
					+ "|slower))", "is not a"),
			Rule.of("(hints?|hinted|hinting|wish|wishes|wished|news)", "notification"),
			Rule.of("in doubt", "unconfirmed"),
			Rule.of("pieces? of work", "guarded call, background task, pending work"),
			Rule.of("(the begin of|for sure|lest|whence|wherein|whereof|thereof)", "plain words"),
			new Rule(Pattern.compile("^(What|Whatever|Who|Whoever|Whichever) [^?]*$"), "a noun as the subject"));

	/** Correct uses of these words, which are removed first. */
	private static final List<Pattern> ALLOWED = List.of(
			// A statement that is true
			ignoringCase("(invariants?|rules?|promises?|that|this|it) (that is promised |still )?(holds?|held"
					+ "|does not hold|did not hold)\\b(\\.|,| (for|if|where|in|over|only)\\b)"),
			// A lock
			ignoringCase("(holds?|held|holding|holders?) (of )?(the|a|its|such a|that|no|another)? ?((guard|fence|share"
					+ "|row|file|session|advisory|pending|exclusive)[ -])?(locks?|monitor)\\b"),
			ignoringCase("\\blocks? (is|are|was|were|that is) held\\b"),
			// Kubernetes' holderIdentity
			Pattern.compile("(the part of CODE about the holder|another holder|other holder)"),
			// Spring's RuntimeHints, and the hints of its configuration metadata
			ignoringCase("(runtime )?hints? (for (a native image|ahead-of-time processing|one hint)|of their own"
					+ "|are tested)|runtime hints|among the hints|values to one hint"));

	@Test
	void filesUseTheWordsOfTheProject() throws IOException {
		List<Path> files = Tree.files(CHECKED);
		List<String> findings = new ArrayList<>();
		for (Path file : files) {
			findings.addAll(findings(file.toString(), Tree.lines(file)));
		}
		assertThat(files).hasSizeGreaterThan(400);
		assertThat(findings).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			It leaves if it is the last member. | instance, candidate
			The leader holds the lease. | lead, own, keep; a lock is held
			It takes on a term. | acquire, accept
			After a fail-over it waits. | handover, failover, timeout
			It tells the listener. | log, report, notify, publish, return, read, distinguish
			The store is well. | healthy
			The store is ill. | unhealthy
			It is fit to lead. | eligible
			It waits, since nobody leads. | because, or after if it means a time
			It waits, since the store is slow. | because, or after if it means a time
			That is no duration. | is not a
			It waits for a hint. | notification
			Its term is in doubt. | unconfirmed
			It ends a piece of work. | guarded call, background task, pending work
			It leads for sure. | plain words
			What it knows comes from the store. | a noun as the subject
			""")
	void wordIsFoundInEachKindOfFile(String sentence, String instead) {
		String finding = ": " + sentence + "  [use: " + instead + "]";
		assertThat(findings("A.java", List.of("/**", " * It leads. " + sentence, " */")))
			.containsExactly("A.java:2" + finding);
		assertThat(findings("A.java", List.of("\tint a; // " + sentence))).containsExactly("A.java:1" + finding);
		assertThat(findings("a.md", List.of("# Page", "", "It leads.", sentence))).containsExactly("a.md:3" + finding);
		assertThat(findings("a.json", List.of("{", "\"description\": \"" + sentence + "\"")))
			.containsExactly("a.json:2" + finding);
	}

	@ParameterizedTest
	@ValueSource(strings = { "The rule holds if the clocks drift.", "It holds the guard lock.", "The lock is held.",
			"It has run since Monday.", "There is no leader.", "It is no longer the leader.", "It fits into a line.",
			"What leads?", "The holders of a lock wait.", "It registers runtime hints.", "`hold` is a method.",
			"It is still willing." })
	void correctUseIsNotFound(String sentence) {
		assertThat(findings("a.md", List.of(sentence))).isEmpty();
	}

	@Test
	void codeIsNotSearched() {
		assertThat(findings("A.java",
				List.of("/** Calls {@link Lease#hold(Member)} and {@code tell}. */",
						"/* {@linkplain #told told} */ String hold = \"member // member\";")))
			.containsExactly("A.java:2: { told}  [use: log, report, notify, publish, return, read, distinguish]");
		assertThat(findings("a.md", List.of("```java", "hold(member)", "```", "[lease](hold.md)"))).isEmpty();
	}

	private static List<String> findings(String file, List<String> lines) {
		List<String> findings = new ArrayList<>();
		for (Prose.Paragraph paragraph : Prose.of(file, lines)) {
			String prose = paragraph.text();
			for (Pattern allowed : ALLOWED) {
				prose = allowed.matcher(prose).replaceAll("ALLOWED");
			}
			for (String sentence : new Prose.Paragraph(paragraph.line(), prose).sentences()) {
				RULES.stream()
					.filter((rule) -> rule.words().matcher(sentence).find())
					.map((rule) -> file + ":" + paragraph.line() + ": " + sentence + "  [use: " + rule.instead() + "]")
					.forEach(findings::add);
			}
		}
		return findings;
	}

	private static Pattern ignoringCase(String pattern) {
		return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
	}

	/**
	 * Words that are not used.
	 *
	 * @param words the words
	 * @param instead what to use instead
	 */
	private record Rule(Pattern words, String instead) {

		static Rule of(String words, String instead) {
			return new Rule(ignoringCase("(?<![-\\w])(?:" + words + ")(?![-\\w])"), instead);
		}

	}

}
