/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A store compiled from its own source with one piece of text replaced, so that its
 * checks can be removed in a test without a switch in the store.
 */
public final class SourceMutant {

	private SourceMutant() {
	}

	/**
	 * Compiles a mutant and makes it loadable beside the original. The class loader loads
	 * all classes whose names begin with the prefix anew, and takes the rest from the
	 * parent, so talk to the mutant through types of the parent such as
	 * {@link io.leaderelection.store.LeaseStoreFactory}.
	 * @param source the source file of a top-level class
	 * @param replacements what to replace, each occurring exactly once, and by what
	 * @param classes the folder with the compiled original
	 * @param prefix of the names of the classes to load anew
	 * @param output an empty folder for the mutant
	 * @return the class loader
	 * @throws IllegalArgumentException if a text does not occur exactly once, or the
	 * mutant does not compile
	 */
	public static ClassLoader compile(Path source, Map<String, String> replacements, Path classes, String prefix,
			Path output) {
		try {
			String text = Files.readString(source);
			for (Map.Entry<String, String> replacement : replacements.entrySet()) {
				if (text.split(Pattern.quote(replacement.getKey()), -1).length != 2) {
					throw new IllegalArgumentException(
							source.getFileName() + " does not contain exactly once: " + replacement.getKey());
				}
				text = text.replace(replacement.getKey(), replacement.getValue());
			}
			Path mutant = Files.writeString(output.resolve(source.getFileName().toString()), text);
			compile(mutant, output);
			return new MutantClassLoader(prefix, output, classes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void compile(Path source, Path output) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter messages = new StringWriter();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
			boolean compiled = compiler
				.getTask(messages, files, null,
						List.of("-proc:none", "-nowarn", "-d", output.toString(), "-cp", ContendingProcess.classPath()),
						null, files.getJavaFileObjects(source))
				.call();
			if (!compiled) {
				throw new IllegalArgumentException("The mutant does not compile: " + messages);
			}
		}
	}

	/**
	 * Asks the parent last for the classes of the store.
	 */
	private static final class MutantClassLoader extends URLClassLoader {

		private final String prefix;

		MutantClassLoader(String prefix, Path... folders) throws MalformedURLException {
			super(urls(folders), SourceMutant.class.getClassLoader());
			this.prefix = prefix;
		}

		private static URL[] urls(Path... folders) throws MalformedURLException {
			URL[] urls = new URL[folders.length];
			for (int i = 0; i < folders.length; i++) {
				urls[i] = folders[i].toUri().toURL();
			}
			return urls;
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.startsWith(this.prefix)) {
				return super.loadClass(name, resolve);
			}
			synchronized (getClassLoadingLock(name)) {
				Class<?> loaded = findLoadedClass(name);
				return (loaded != null) ? loaded : findClass(name);
			}
		}

	}

}
