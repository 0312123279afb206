/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

class PictureTests {

	@TempDir
	Path folder;

	@Test
	void aRunIsDrawn() throws Exception {
		Path picture = Picture.draw(new SyntheticRun(this.folder).add("clean").finish());
		assertThat(picture).isEqualTo(this.folder.resolve("picture.svg"));
		Document document = parse(picture);
		assertThat(titles(document)).contains("i1.1 leads with token 10 from 1.0 s to 10.0 s")
			.contains("i2.1 leads with token 20 from 12.0 s to 20.0 s")
			.contains("kill of i1 from 10.0 s to 13.0 s, the leader")
			.contains("no faults from 30.0 s to 57.0 s")
			.contains("10.0 s: no leader for 2000");
		assertThat(document.getDocumentElement().getAttribute("width")).isEqualTo("900");
	}

	@Test
	void aLongRunIsWider() throws Exception {
		Document document = parse(Picture.draw(new SyntheticRun(this.folder).add("clean", "seconds 600").finish()));
		assertThat(Integer.parseInt(document.getDocumentElement().getAttribute("width"))).isBetween(2400, 2600);
	}

	@Test
	void namesAreEscaped() throws Exception {
		Document document = parse(
				Picture.draw(new SyntheticRun(this.folder).add("clean", "fault <script>&\" i1 40000..41000").finish()));
		assertThat(titles(document)).contains("<script>&\" of i1");
		assertThat(document.getElementsByTagName("script").getLength()).isZero();
	}

	private static Document parse(Path picture) throws Exception {
		String text = read(picture);
		DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
		return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
	}

	private static String read(Path picture) throws IOException {
		return Files.readString(picture);
	}

	private static String titles(Document document) {
		NodeList titles = document.getElementsByTagName("title");
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < titles.getLength(); i++) {
			text.append(((Element) titles.item(i)).getTextContent()).append('\n');
		}
		return text.toString();
	}

}
