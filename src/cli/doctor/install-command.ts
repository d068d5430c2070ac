export function installCommand(platform: NodeJS.Platform, name: 'chromium' | 'tor' | 'xvfb'): string {
  if (platform === 'darwin') return name === 'chromium' ? 'brew install --cask google-chrome' : `brew install ${name}`
  if (platform === 'win32') return name === 'chromium' ? 'winget install Google.Chrome' : `winget install ${name}`
  return `sudo apt-get install -y ${name}`
}
