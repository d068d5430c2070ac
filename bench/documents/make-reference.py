#!/usr/bin/env python3
"""Reference texts of the files of manifest.jsonl, made by other programs than Lyra.

    LYRA_DOCUMENTS=<folder> python3 bench/documents/make-reference.py

Reads <folder>/<repository>/<path>, writes <folder>/reference/<sha256>.txt. Needs pandoc (docx, epub, md), LibreOffice
(xlsx as every sheet shows it, pptx by its flat XML), poppler's pdftotext (pdf), and Python's own csv, email and XML.
"""
import csv, email, email.policy, io, json, os, pathlib, re, shutil, subprocess, sys, tempfile, zipfile
from xml.etree import ElementTree

ROOT = pathlib.Path(os.environ["LYRA_DOCUMENTS"])
HERE = pathlib.Path(__file__).parent
OUT = ROOT / "reference"
OUT.mkdir(exist_ok=True)
CSV_FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1'


def run(*command, **options):
    return subprocess.run(command, capture_output=True, timeout=600, **options)


def pandoc(path, source):
    done = run("pandoc", "-f", source, "-t", "plain", "--wrap=none", str(path))
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def pdftotext(path):
    done = run("pdftotext", "-enc", "UTF-8", str(path), "-")
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def decoded(data):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    for charset, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        if zeros.count(0) > len(zeros) / 2:
            return data.decode(charset)
    for charset in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(charset)
        except UnicodeDecodeError:
            pass
    return data.decode("latin-1")


def table(path):
    text = decoded(path.read_bytes())
    try:
        dialect = csv.Sniffer().sniff(text[:20000], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    return "\n".join("\n".join(row) for row in csv.reader(io.StringIO(text), dialect))


def letter(path):
    data = path.read_bytes()
    try:
        return told(email.message_from_bytes(data, policy=email.policy.default), email.message_from_bytes(data)["date"])
    except (LookupError, UnicodeError, KeyError):
        return None


def told(message, date):
    """Head, plain text and attached letters and texts; None where Python has not understood the head."""
    body = message.get_body(preferencelist=("plain",))
    fields = [str(message[name] or "") for name in ("subject", "from", "to", "cc")]
    if body is None or body.get_content_type() != "text/plain" or not any(fields):
        return None
    # The date as it is written: the newer policy writes it anew.
    parts = [*fields, str(date or ""), body.get_content()]
    for part in message.iter_attachments():
        if part.get_content_type() == "message/rfc822":
            inner = part.get_content()
            parts.append(told(inner, inner["date"]) or "")
        elif part.get_content_type() == "text/plain":
            parts.append(part.get_content())
    return "\n".join(parts)


def slides(path):
    """The paragraphs of every slide and of its notes; what stands on the master slide is on none of them."""
    text = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
    draw = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
    lines = []
    for page in ElementTree.parse(path).iter(f"{draw}page"):
        for node in page.iter():
            if node.tag in (f"{text}p", f"{text}h"):
                lines.append(spaced(node, text))
    return "\n".join(lines)


def spaced(node, text):
    parts = [node.text or ""]
    for child in node:
        if child.tag in (f"{text}s", f"{text}tab", f"{text}line-break"):
            parts.append(" ")
        elif not re.search(r"}(?:page-number|date|time|date-time|footer|header)$", child.tag):
            parts.append(spaced(child, text))
        parts.append(child.tail or "")
    return "".join(parts)


def in_order(path, name, result):
    """LibreOffice names a file after each sheet; the workbook knows their order."""
    try:
        with zipfile.ZipFile(path) as book:
            root = ElementTree.fromstring(book.read("xl/workbook.xml"))
    except (zipfile.BadZipFile, KeyError):
        return []
    sheets = [node.get("name") for node in root.iter() if node.tag.endswith("}sheet")]
    return [result / f"{name}-{sheet}.csv" for sheet in sheets]


def office(files, target, endings):
    """One run of LibreOffice for all of them, under their hashes."""
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        source, result = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        source.mkdir(), result.mkdir()
        for entry, path in files:
            shutil.copy(path, source / f"{entry['sha256']}.{entry['kind']}")
        home = f"-env:UserInstallation=file://{folder}/profile"
        names = sorted(str(one) for one in source.iterdir())
        for at in range(0, len(names), 40):
            run("soffice", home, "--headless", "--convert-to", target, "--outdir", str(result), *names[at : at + 40])
        for entry, path in files:
            found = sorted(result.glob(f"{entry['sha256']}*.{endings}"))
            if not found:
                continue
            if endings == "fodp":
                made[entry["sha256"]] = slides(found[0])
            else:
                found = [one for one in in_order(path, entry["sha256"], result) if one.exists()] or found
                made[entry["sha256"]] = "\n".join(table(one) for one in found)
    return made


READERS = {
    "docx": lambda path: pandoc(path, "docx"),
    "epub": lambda path: pandoc(path, "epub"),
    "md": lambda path: pandoc(path, "gfm"),
    "pdf": pdftotext,
    "csv": table,
    "txt": lambda path: decoded(path.read_bytes()),
    "eml": letter,
}


def main():
    manifest = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "manifest.jsonl"
    entries = [json.loads(line) for line in manifest.read_text().splitlines()]
    files = [(entry, ROOT / entry["repository"] / entry["path"]) for entry in entries]
    of = lambda kind: [pair for pair in files if pair[0]["kind"] == kind]
    texts = {**office(of("xlsx"), CSV_FILTER, "csv"), **office(of("pptx"), "fodp", "fodp")}
    for entry, path in files:
        if entry["kind"] in READERS:
            texts[entry["sha256"]] = READERS[entry["kind"]](path)
    for name, text in texts.items():
        (OUT / f"{name}.txt").unlink(missing_ok=True)
        if text is not None:
            (OUT / f"{name}.txt").write_text(text, encoding="utf-8")
    print(f"{sum(text is not None for text in texts.values())} of {len(files)} references in {OUT}")


main()
