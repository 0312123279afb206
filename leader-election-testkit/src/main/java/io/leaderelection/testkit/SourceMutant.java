/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.tools.ToolProvider;

import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;

/**
 * A store compiled from its own source with a replaced text, so that a test can remove a
 * check without a switch in the store.
 */
public final class SourceMutant {

	private static final String RULES = "leader-election-core/src/main/java/io/leaderelection/store/support";

	/** Callers of the rules in their own package, which have to load them again, too. */
	private static final List<String> CALLERS = List.of("Conditional", "Stored", "Sighting");

	private final Path sources;

	private final Map<Path, String> texts = new LinkedHashMap<>();

	private final List<URL> folders = new ArrayList<>();

	private final List<String> prefixes = new ArrayList<>();

	private SourceMutant(Path sources) {
		this.sources = sources;
	}

	/**
	 * Creates a mutant without replacements.
	 * @param sources the folder with the source files of the store's package
	 * @return the mutant
	 */
	public static SourceMutant of(Path sources) {
		return new SourceMutant(sources);
	}

	/**
	 * Replaces a text.
	 * @param file the name of a source file
	 * @param text the text to replace, which must occur exactly once
	 * @param replacement the replacement
	 * @return this
	 * @throws IllegalArgumentException if the text does not occur exactly once
	 */
	public SourceMutant replace(String file, String text, String replacement) {
		return replace(this.sources.resolve(file), text, replacement);
	}

	private SourceMutant replace(Path source, String text, String replacement) {
		String former = this.texts.computeIfAbsent(source, SourceMutant::read);
		int first = former.indexOf(text);
		if (first < 0 || former.indexOf(text, first + 1) >= 0) {
			throw new IllegalArgumentException(source.getFileName() + " does not contain exactly once: " + text);
		}
		this.texts.put(source, former.replace(text, replacement));
		return this;
	}

	/**
	 * Breaks a rule that stores share, and loads the classes of the rules again.
	 * @param mutation the check to remove
	 * @return this
	 */
	public SourceMutant breakRules(StoreMutation mutation) {
		for (Class<?> type : List.of(TermRules.class, TermRecord.class, Evidence.class, Decision.class)) {
			this.prefixes.add(type.getName());
		}
		CALLERS.forEach((caller) -> this.prefixes.add(TermRules.class.getPackageName() + "." + caller));
		this.folders.add(folderOf(TermRules.class));
		Path rules = rules();
		return switch (mutation) {
			case NONCE_CHECK -> replace(rules.resolve("TermRecord.java"),
					"this.nonce.equals(nonce) && this.token == token", "this.token == token");
			case TOKEN_CHECK -> replace(rules.resolve("TermRecord.java"),
					"this.nonce.equals(nonce) && this.token == token", "this.nonce.equals(nonce)");
			case SEEN_TOKEN_CHECK ->
				replace(rules.resolve("TermRules.java"), "if (token(record) != command.seenToken()) {", "if (false) {");
			case EXPIRY_CHECK -> replace(rules.resolve("TermRules.java"),
					"!record.released() && !evidence.left().isZero()", "!record.released()")
				.replace(rules.resolve("Evidence.java"), "record.released() || left.isZero()", "record.released()");
			case REPEAT_EXTENDS -> replace(rules.resolve("TermRules.java"),
					"\t\t\treturn extend(record, evidence, null);\n\t\t}\n\t\tif (isKeptOut",
					"\t\t\tDecision<Outcome.OfAcquire> repeat = extend(record, evidence, null);\n"
							+ "\t\t\treturn (repeat instanceof Write<Outcome.OfAcquire> write)"
							+ " ? new Answer<>(write.outcome()) : repeat;\n\t\t}\n\t\tif (isKeptOut");
			case CHECKPOINT_VERSION_CHECK -> replace(rules.resolve("TermRules.java"),
					"if (carried != null && carried.isNewerThan(checkpoints)) {", "if (carried != null) {");
		};
	}

	/**
	 * Also loads the classes of another folder again, such as the tests of the store, so
	 * that they run on the mutant.
	 * @param other a class from that folder of compiled classes
	 * @return this
	 */
	public SourceMutant withClassesBeside(Class<?> other) {
		this.folders.add(folderOf(other));
		return this;
	}

	/**
	 * Compiles the mutant and returns a class loader for it. The class loader loads all
	 * classes of these folders whose names begin with the prefix again, and all others
	 * from the parent. Use the mutant through types of the parent, such as
	 * {@link io.leaderelection.store.LeaseStoreFactory}.
	 * @param original a class of the store, from the folder with the compiled classes
	 * @param prefix the prefix of the names of the classes to load again
	 * @param output an empty folder for the mutant
	 * @return the class loader
	 * @throws IllegalArgumentException if the mutant does not compile
	 */
	public ClassLoader compile(Class<?> original, String prefix, Path output) {
		try {
			List<String> mutated = new ArrayList<>();
			for (Map.Entry<Path, String> text : this.texts.entrySet()) {
				mutated.add(Files.writeString(output.resolve(text.getKey().getFileName()), text.getValue()).toString());
			}
			if (!mutated.isEmpty()) {
				compile(mutated, output);
			}
			this.folders.addAll(0, List.of(output.toUri().toURL(), folderOf(original)));
			this.prefixes.add(prefix);
			return new MutantClassLoader(this.prefixes, this.folders.toArray(URL[]::new));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the folder of the rules, in a folder above the working directory. */
	private static Path rules() {
		for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
			if (Files.isDirectory(folder.resolve(RULES))) {
				return folder.resolve(RULES);
			}
		}
		throw new IllegalStateException("There is no folder " + RULES + " above the working directory");
	}

	private static URL folderOf(Class<?> type) {
		return type.getProtectionDomain().getCodeSource().getLocation();
	}

	private static String read(Path source) {
		try {
			return Files.readString(source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void compile(List<String> sources, Path output) {
		List<String> arguments = new ArrayList<>(
				List.of("-proc:none", "-nowarn", "-d", output.toString(), "-cp", ContendingProcess.classPath()));
		arguments.addAll(sources);
		ByteArrayOutputStream messages = new ByteArrayOutputStream();
		int failed = ToolProvider.getSystemJavaCompiler()
			.run(null, messages, messages, arguments.toArray(String[]::new));
		if (failed != 0) {
			throw new IllegalArgumentException("The mutant does not compile: " + messages);
		}
	}

	/**
	 * Loads the classes of the store itself instead of from the parent.
	 */
	private static final class MutantClassLoader extends URLClassLoader {

		private final List<String> prefixes;

		MutantClassLoader(List<String> prefixes, URL... folders) {
			super(folders, SourceMutant.class.getClassLoader());
			this.prefixes = prefixes;
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (this.prefixes.stream().noneMatch(name::startsWith)
					|| findResource(name.replace('.', '/') + ".class") == null) {
				return super.loadClass(name, resolve);
			}
			synchronized (getClassLoadingLock(name)) {
				Class<?> loaded = findLoadedClass(name);
				return (loaded != null) ? loaded : findClass(name);
			}
		}

	}

}
